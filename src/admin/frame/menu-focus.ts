/** A menu that was opened has the keyboard: without it the arrows scroll the page below. */
export const TAKES_KEYBOARD = { autoFocus: true } as const;
