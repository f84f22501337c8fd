import { webcrypto } from 'node:crypto';

/** The test window has no `crypto.subtle`; every browser has it. */
Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });
