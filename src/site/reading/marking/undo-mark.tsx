import { useSnapshot } from 'valtio/react';
import { Undo } from '../../frame/undo.tsx';
import { takeBack } from './marking-actions.ts';
import { marking } from './marking.store.ts';

/** Restores the marks that were removed one after another, wherever they were removed. */
export function UndoMark({ aboveBar = false }: { aboveBar?: boolean }) {
  const { removed } = useSnapshot(marking);
  const forget = (): void => void (marking.removed = []);
  const last = removed.at(-1);
  if (!last) return null;
  return (
    <Undo
      aboveBar={aboveBar}
      words={removed.length > 1 ? `已删除 ${removed.length} 条` : '已删除'}
      of={last.clientId}
      take={takeBack}
      over={forget}
    />
  );
}
