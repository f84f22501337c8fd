let say: ((name: string) => void) | null = null;

/** Who says it to the person that a copy has become whole: the row that showed its way stands elsewhere by then. */
export function onDownloaded(listener: (name: string) => void): void {
  say = listener;
}

/** `name` of the work or the track, between its marks. */
export const emitDownloaded = (name: string): void => say?.(name);
