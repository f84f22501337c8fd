import type { CurrentUser } from '../http/current-user.ts';

/** The account that added a track gets the same answer again when it repeats the call. */
export const addedTrack = (track: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => track.userId === userId;
