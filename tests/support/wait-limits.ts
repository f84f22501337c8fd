import { vi } from 'vitest';

/** Longest wait for a condition, in milliseconds: a limit against hanging, not a measure of speed. The default of Vitest is 1 s. */
const WAIT_MS = 20_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? WAIT_MS);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? WAIT_MS);
