/** The address of a track's bytes; a link adds `?l=`. */
export const mediaPath = (mediaId: number): string => `/media/${mediaId}`;
/** Address of the HLS playlist of a film; the files it names are in the same folder. */
export const streamPath = (mediaId: number): string => `${mediaPath(mediaId)}/stream/index.m3u8`;
export const MEDIA_ADDRESS = /^\/media\/([1-9]\d{0,14})$/;

/** Address of one part of a track, for a device that downloads it; `url` includes the link. */
export const mediaPartUrl = (url: string, index: number): string => `${url}&part=${index}`;
/** Returns the number in the `part` parameter of an address; null without a valid one. */
export const mediaPart = (part: string | null): number | null => (part !== null && /^\d{1,5}$/.test(part) ? Number(part) : null);
/** Path of the player page of a track. */
export const playPath = (publishId: number, mediaId: number): string => `/cms/main/collectedVideoPlay?publishId=${publishId}&mediaId=${mediaId}`;
