import { useSnapshot } from 'valtio/react';
import type { KeptMark } from '../../annotations/kept.ts';
import { restoreMark } from '../../annotations/marks.ts';
import { Undo } from '../frame/undo.tsx';
import { marking } from './marking.store.ts';

/** Takes back the marks that were removed one after another, wherever they were removed. */
export function UndoMark({ aboveBar = false }: { aboveBar?: boolean }) {
  const { removed } = useSnapshot(marking);
  const forget = (): void => void (marking.removed = []);
  const last = removed.at(-1);
  if (!last) return null;
  const take = (): void => {
    for (const mark of removed) restoreMark(mark as KeptMark);
    forget();
  };
  return (
    <Undo aboveBar={aboveBar} words={removed.length > 1 ? `已删除 ${removed.length} 条` : '已删除'} of={last.clientId} take={take} over={forget} />
  );
}
