import { webcrypto } from 'node:crypto';

/** The window tests are given has no `subtle`; every browser has. */
Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });
