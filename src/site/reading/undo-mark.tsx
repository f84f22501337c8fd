import { useSnapshot } from 'valtio/react';
import type { KeptMark } from '../../annotations/kept.ts';
import { restoreMark } from '../../annotations/marks.ts';
import { Undo } from '../frame/undo.tsx';
import { marking } from './marking.store.ts';

/** Takes back the mark that was removed last, wherever it was removed. */
export function UndoMark({ aboveBar = false }: { aboveBar?: boolean }) {
  const { removed } = useSnapshot(marking);
  const forget = (): void => void (marking.removed = null);
  if (!removed) return null;
  const take = (): void => {
    restoreMark(removed as KeptMark);
    forget();
  };
  return <Undo aboveBar={aboveBar} words="已删除" of={removed.clientId} take={take} over={forget} />;
}
