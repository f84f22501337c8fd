import { API_PREFIX } from '../../../contract/limits.ts';

/** A leading slash gets the prefix of the interface; a whole address stays. */
export const avatarUrl = (avatar: string): string => (avatar.startsWith('/') && !avatar.startsWith(API_PREFIX) ? API_PREFIX + avatar : avatar);
