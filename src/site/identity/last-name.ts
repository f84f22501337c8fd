/** Storage key of the last user name on this device, if the user chose to have it stored. */
export const LAST_NAME = 'shuzhou.name';
