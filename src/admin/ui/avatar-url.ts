import { API_PREFIX } from '../../../contract/limits.ts';

/** Adds the API prefix to a path with a leading slash; an absolute address is unchanged. */
export const avatarUrl = (avatar: string): string => (avatar.startsWith('/') && !avatar.startsWith(API_PREFIX) ? API_PREFIX + avatar : avatar);
