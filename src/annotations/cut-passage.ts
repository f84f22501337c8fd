import { QUOTE_MOST } from '../../contract/annotation/sync.ts';

/** Only the beginning of a longer passage is stored. */
export const isCut = (text: string): boolean => text.length >= QUOTE_MOST;

/** A passage for display; a shortened one ends with an ellipsis. */
export const asShown = (text: string): string => (isCut(text) ? `${text.trimEnd()}……` : text);
