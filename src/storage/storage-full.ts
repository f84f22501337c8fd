/** Whether a store failed because the device has no room. Firefox reports NS_ERROR_DOM_QUOTA_REACHED for `localStorage`. */
export const isQuotaError = (error: unknown): boolean => error instanceof DOMException && /quota/i.test(error.name);

let full = false;
let say: (() => void) | null = null;

/** Registers the listener that shows the storage-full message, once per visit; later failures in the visit are treated alike. */
export function onStorageFull(listener: () => void): void {
  if (full) listener();
  say = listener;
}

/** Reports that a write failed because storage is full; ignores other errors. */
export function reportIfFull(error: unknown): void {
  if (full || !isQuotaError(error)) return;
  full = true;
  say?.();
}
