/** The address of a track's bytes; a link adds `?l=`. */
export const mediaPath = (mediaId: number): string => `/media/${mediaId}`;
/** The list of the sizes of a film; what it names stands beside it. */
export const streamPath = (mediaId: number): string => `${mediaPath(mediaId)}/stream/index.m3u8`;
export const MEDIA_ADDRESS = /^\/media\/([1-9]\d{0,14})$/;
