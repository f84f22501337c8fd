/** Words for the reader; nothing of the copy is lost. */
export class CannotKeep extends Error {}
