import { storedOf } from '../../annotations/annotations.store.ts';
import { removeMark, removeWord } from '../../annotations/marks.ts';
import { remove } from '../../downloads/downloads.store.ts';

/** Removes a book of the user's own from this device, with what was written in it: it is stored nowhere else. */
export async function removeOwnBook(publishId: number): Promise<void> {
  for (const mark of storedOf('mark')) if (mark.publishId === publishId) removeMark(mark.clientId);
  for (const word of storedOf('word')) if (word.publishId === publishId) removeWord(word);
  await remove(publishId);
}
