let say: ((name: string) => void) | null = null;

/** Sets the listener that notifies the user of a finished download: the row with its progress has moved by then. */
export function onDownloaded(listener: (name: string) => void): void {
  say = listener;
}

/** `name` of the work or the track, in title marks. */
export const emitDownloaded = (name: string): void => say?.(name);
