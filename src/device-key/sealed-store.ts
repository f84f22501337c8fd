import { deviceStore } from '../storage/device-store.ts';

/** Encrypted unsent data of users who signed out, and the keys of those who are signed in. */
export const sealedStore = deviceStore('shuzhou-unsent', 'rows');
