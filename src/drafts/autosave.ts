/** Unsaved input is stored after this many ms without a key press. */
export const AUTOSAVE_MS = 340;
