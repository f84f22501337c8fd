import { isCut } from './cut-passage.ts';
import type { StoredMark } from './annotation-record.ts';
import { notesCsv, notesMarkdown, type Work } from './notes-export.ts';
import { saveFile } from './save-file.ts';

/** Saves the notes of a book as a file, with complete long passages if the book can be read. */
export async function saveNotes(work: Work, marks: readonly StoredMark[], form: 'markdown' | 'csv'): Promise<void> {
  const whole = marks.some(({ text }) => isCut(text)) ? await (await import('./whole-passage.ts')).withWholePassages(marks) : marks;
  if (form === 'csv') saveFile(`${work.title}-笔记.csv`, 'text/csv', notesCsv(work, whole));
  else saveFile(`${work.title}-笔记.md`, 'text/markdown', notesMarkdown(work, whole));
}
