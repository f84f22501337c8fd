import { readPackage } from './docx/docx-package.ts';
import { paragraphTexts } from './docx/paragraph-text.ts';

/** Returns the text of a .docx file, one line for each paragraph, without deleted revisions. Throws when it cannot be read. */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const { main } = await readPackage(bytes);
  return main.xml ? paragraphTexts(main.xml.root).join('\n') : '';
}
