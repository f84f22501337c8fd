/** The name that was signed in with last on this device, where that was wanted. */
export const LAST_NAME = 'shuzhou.name';
