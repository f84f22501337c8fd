import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite gives the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Places an empty sheet for each page of a PDF into `box`, and draws those that come near the window. Throws when the bytes are no PDF. */
export async function drawPages(data: Uint8Array, box: HTMLElement, signal: AbortSignal): Promise<void> {
  // pdf.js retries a worker that does not load, and says nothing for long: a missing worker is an error at once.
  const worker = await fetch(workerUrl, { signal });
  if (!worker.ok) throw new TypeError(`${workerUrl}: ${worker.status}`);
  const loading = getDocument({ data });
  signal.addEventListener('abort', () => void loading.destroy());
  const pdf = await loading.promise;
  if (signal.aborted) return;
  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen)
        if (isIntersecting) {
          near.unobserve(target);
          void draw(target as HTMLCanvasElement).catch(() => undefined);
        }
    },
    { rootMargin: '800px 0px' },
  );
  signal.addEventListener('abort', () => near.disconnect());
  const draw = async (canvas: HTMLCanvasElement): Promise<void> => {
    const page = await pdf.getPage(Number(canvas.dataset['page']));
    if (signal.aborted) return;
    const sharp = Math.min(2, globalThis.devicePixelRatio || 1);
    const viewport = page.getViewport({ scale: (box.clientWidth / page.getViewport({ scale: 1 }).width) * sharp });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
    await page.render({ canvas, viewport }).promise;
  };
  const sheets = Array.from({ length: pdf.numPages }, (_one, at) => {
    const canvas = document.createElement('canvas');
    canvas.dataset['page'] = String(at + 1);
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `第${at + 1}页`);
    return canvas;
  });
  box.replaceChildren(...sheets);
  for (const sheet of sheets) near.observe(sheet);
}
