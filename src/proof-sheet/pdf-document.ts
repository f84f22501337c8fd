import { getDocument, GlobalWorkerOptions, TextLayer } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite gives the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** An open PDF. */
export interface OpenPdf {
  readonly pages: number;
  /** Draws a page with a selectable text layer into `sheet`, which it empties first. */
  readonly draw: (page: number, zoom: number, sheet: HTMLElement, signal: AbortSignal) => Promise<void>;
}

/** Opens a PDF from its bytes. Throws when they are no PDF. */
export async function openPdf(data: Uint8Array): Promise<OpenPdf> {
  const pdf = await getDocument({ data }).promise;
  return {
    pages: pdf.numPages,
    async draw(number, zoom, sheet, signal) {
      const page = await pdf.getPage(number);
      if (signal.aborted) return;
      const viewport = page.getViewport({ scale: zoom * (96 / 72) });
      const canvas = document.createElement('canvas');
      const sharp = Math.min(2, globalThis.devicePixelRatio || 1);
      canvas.width = Math.floor(viewport.width * sharp);
      canvas.height = Math.floor(viewport.height * sharp);
      canvas.style.width = `${viewport.width}px`;
      canvas.style.height = `${viewport.height}px`;
      const words = document.createElement('div');
      words.className = 'proof-words';
      words.style.setProperty('--scale-factor', String(viewport.scale));
      words.style.setProperty('--total-scale-factor', String(viewport.scale));
      sheet.replaceChildren(canvas, words);
      const drawing = page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
      const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
      signal.addEventListener('abort', () => {
        drawing.cancel();
        text.cancel();
      });
      // Leaving the page cancels the rendering with an error, which is ignored.
      await Promise.allSettled([drawing.promise, text.render()]);
    },
  };
}
