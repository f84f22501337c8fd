import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import { session } from '../../../session/session.store.ts';
import { marking } from './marking.store.ts';
import { NoteEditor } from './note-editor.tsx';

/** Shows the editor of the current note, if there is one. */
export function NoteTask({ marks }: { marks: readonly StoredMark[] }) {
  const { task } = useSnapshot(marking);
  const { now } = useSnapshot(session);
  if (task?.kind !== 'note' || now.state === 'anonymous') return null;
  return <Written key={task.clientId} fresh={task.fresh === true} mark={marks.find(({ clientId }) => clientId === task.clientId)} />;
}

/** Stays open when its mark is removed on another device, so that no input is lost. */
function Written({ mark, fresh }: { mark: StoredMark | undefined; fresh: boolean }) {
  const [first, setFirst] = useState(mark);
  if (mark && !first) setFirst(mark);
  const stands = mark ?? first;
  return stands ? <NoteEditor mark={stands} gone={!mark} fresh={fresh} close={() => void (marking.task = null)} /> : null;
}
