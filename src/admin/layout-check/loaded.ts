/** Time limit for the pictures and fonts of a document, ms: the page is checked without those that come later. */
const PATIENCE_MS = 6_000;

/** Resolves when the pictures and fonts of a document are there, or after `PATIENCE_MS`. Rejects when cancelled. */
export async function loaded(inside: Document, signal: AbortSignal): Promise<void> {
  const late = [...inside.images].filter((picture) => {
    // A picture below the page would never be requested.
    picture.loading = 'eager';
    return !picture.complete;
  });
  const pictures = late.map(
    (picture) => new Promise((resolve) => ['load', 'error'].forEach((kind) => picture.addEventListener(kind, resolve, { once: true }))),
  );
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const ended = new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  await Promise.race([Promise.all([...pictures, inside.fonts?.ready]), patience, ended]);
}
