/** Whether a store refused because there is no room on the device. Firefox says NS_ERROR_DOM_QUOTA_REACHED of what is remembered by name. */
export const isDiskFull = (error: unknown): boolean => error instanceof DOMException && /quota/i.test(error.name);

let full = false;
let say: (() => void) | null = null;

/** Who says it to the person, once a visit: what he writes after that is treated alike. */
export function onFullDevice(listener: () => void): void {
  if (full) listener();
  say = listener;
}

/** What was to be written down was not, for this reason. */
export function tellIfFull(error: unknown): void {
  if (full || !isDiskFull(error)) return;
  full = true;
  say?.();
}
