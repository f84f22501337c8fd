/** The address of a track's bytes; a link adds `?l=`. */
export const mediaPath = (mediaId: number): string => `/media/${mediaId}`;
export const MEDIA_ADDRESS = /^\/media\/([1-9]\d{0,14})$/;
