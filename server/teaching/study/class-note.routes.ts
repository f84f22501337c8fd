import { addClassNote, bookClassNotes, classNotes, editClassNote, publishClassNote, removeClassNote } from '../../../contract/teaching/class-note.ts';
import { serve, type App } from '../../http/serve.ts';
import { addNotes, editNote, notesAt, notesFor, publishNote, removeNote } from './class-note.service.ts';

export function classNoteRoutes(app: App): void {
  serve(app, classNotes, ({ context, currentUser, params }) => notesFor(context, currentUser, params.classId));
  serve(app, bookClassNotes, ({ context, currentUser, params }) => notesAt(context, currentUser, params.publishId));
  serve(app, addClassNote, ({ context, currentUser, body }) => addNotes(context, currentUser, body));
  serve(app, editClassNote, ({ context, currentUser, params, body }) => editNote(context, currentUser, params.noteId, body));
  serve(app, publishClassNote, ({ context, currentUser, params, body }) => publishNote(context, currentUser, params.noteId, body.published));
  serve(app, removeClassNote, ({ context, currentUser, params }) => removeNote(context, currentUser, params.noteId));
}
