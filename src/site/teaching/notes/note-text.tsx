import type { ClassNote } from '../../../../contract/teaching/class-note.ts';
import { inLatin } from '../../../format/script.ts';
import { NoteSound } from './note-sound.tsx';
import '../../frame/mark-colours.css';
import './class-note.css';

/** A note of a teacher with the passage it is about. */
export function NoteText({ note }: { note: ClassNote }) {
  return (
    <>
      <blockquote className="class-note-quote serif" data-colour={note.colour} {...inLatin(note.text)}>
        {note.text}
      </blockquote>
      <p className="class-note-words">{note.note}</p>
      {note.sound ? <NoteSound key={note.sound.fileId} note={note} /> : null}
      <p className="meta">
        {note.author} · {note.className} · {note.updateTime.slice(0, 16)}
        {note.published ? '' : ' · 已撤回，学生看不到'}
      </p>
    </>
  );
}
