/** The name under which this device remembers where a person stopped; null is a visitor. */
export const placesKey = (userId: number | null): string => `shuzhou.media-places.${userId ?? 'visitor'}`;
