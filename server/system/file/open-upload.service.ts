import type { Tx } from '../../db/database.ts';

const ADDRESS = /\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[\w.-]+/g;

/** Wire names of the uploaded files that a text names. */
export const uploadsIn = (text: string): string[] => [...new Set([...text.matchAll(ADDRESS)].map(([name]) => name))];

/**
 * Makes the user's own pictures and recordings in a text readable by their address: who reads the text has no right to the files of its writer. `text` is
 * HTML, or JSON with HTML. Files of others stay as they are.
 */
export async function openUploadsIn(tx: Tx, ownerId: number, text: string): Promise<void> {
  const names = uploadsIn(text);
  if (names.length === 0) return;
  await tx
    .updateTable('file')
    .set({ isPublic: '1' })
    .where('fileName', 'in', names)
    .where('ownerId', '=', ownerId)
    .where((eb) => eb.or([eb('mime', 'like', 'image/%'), eb('mime', 'like', 'audio/%')]))
    .execute();
}
