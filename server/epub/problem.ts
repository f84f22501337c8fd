/** Why a file is refused, in words for the editor who sent it. */
export class EpubError extends Error {}
