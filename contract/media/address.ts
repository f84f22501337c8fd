/** The address of a track's bytes; a link adds `?l=`. */
export const mediaPath = (mediaId: number): string => `/media/${mediaId}`;
/** The list of the sizes of a film; what it names stands beside it. */
export const streamPath = (mediaId: number): string => `${mediaPath(mediaId)}/stream/index.m3u8`;
export const MEDIA_ADDRESS = /^\/media\/([1-9]\d{0,14})$/;

/** One part of a track as a file of its own, for a device that keeps it; `url` carries the link. */
export const mediaPartUrl = (url: string, index: number): string => `${url}&part=${index}`;
/** The number of the part that an address asks for by `part`; null where it asks for none. */
export const mediaPart = (part: string | null): number | null => (part !== null && /^\d{1,5}$/.test(part) ? Number(part) : null);
