/** Has a message for the reader; nothing of the copy is lost. */
export class DownloadError extends Error {}
