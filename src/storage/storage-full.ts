/** Whether a store refused because there is no room on the device. Firefox says NS_ERROR_DOM_QUOTA_REACHED of what is remembered by name. */
export const isQuotaError = (error: unknown): boolean => error instanceof DOMException && /quota/i.test(error.name);

let full = false;
let say: (() => void) | null = null;

/** Who says it to the person, once a visit: what he writes after that is treated alike. */
export function onStorageFull(listener: () => void): void {
  if (full) listener();
  say = listener;
}

/** What was to be written down was not, for this reason. */
export function reportIfFull(error: unknown): void {
  if (full || !isQuotaError(error)) return;
  full = true;
  say?.();
}
