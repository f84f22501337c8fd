import {
  addClassNote,
  bookClassNotes,
  classNotes,
  editClassNote,
  noteSound,
  publishClassNote,
  removeClassNote,
  uploadNoteSound,
} from '../../../contract/teaching/class-note.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { addNotes, editNote, notesAt, notesFor, publishNote, removeNote } from './class-note.service.ts';
import { noteSoundFor, storeNoteSound } from './note-sound.service.ts';

export function classNoteRoutes(app: App): void {
  serve(app, classNotes, ({ context, currentUser, params }) => notesFor(context, currentUser, params.classId));
  serve(app, bookClassNotes, ({ context, currentUser, params }) => notesAt(context, currentUser, params.publishId));
  serve(app, addClassNote, ({ context, currentUser, body }) => addNotes(context, currentUser, body));
  serve(app, editClassNote, ({ context, currentUser, params, body }) => editNote(context, currentUser, params.noteId, body));
  serve(app, publishClassNote, ({ context, currentUser, params, body }) => publishNote(context, currentUser, params.noteId, body.published));
  serve(app, uploadNoteSound, ({ context, currentUser, params, request }) => storeNoteSound(context, currentUser, params.classId, request));
  serve(app, noteSound, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await noteSoundFor(context, currentUser, params.noteId), 'inline'),
  );
  serve(app, removeClassNote, ({ context, currentUser, params }) => removeNote(context, currentUser, params.noteId));
}
