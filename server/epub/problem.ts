/** A rejected file; the message is for the editor who uploaded it. */
export class EpubError extends Error {}
