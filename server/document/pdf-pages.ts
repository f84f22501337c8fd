import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PAGES_MOST = 3000;

/** The text of each page of a PDF, without its layout; null when the file cannot be read. */
export async function pdfPages(bytes: Uint8Array): Promise<string[] | null> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), '/');
  const settings = {
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    cMapUrl: `${folder}cmaps/`,
    cMapPacked: true,
  };
  const task = getDocument({ data: new Uint8Array(bytes), ...settings });
  try {
    const document = await task.promise;
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(document.numPages, PAGES_MOST); number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
      page.cleanup();
    }
    return pages;
  } catch {
    return null;
  } finally {
    await task.destroy();
  }
}
