import { QUOTE_MOST } from '../../contract/annotation/sync.ts';

/** Of a longer passage only the beginning is kept. */
export const isCut = (text: string): boolean => text.length >= QUOTE_MOST;

/** A passage as it is shown: where it was cut, it says so. */
export const asShown = (text: string): string => (isCut(text) ? `${text.trimEnd()}……` : text);
