import { expect, vi } from 'vitest';
import { limit } from './machine-speed.ts';

/** Longest wait for a condition, in milliseconds: a limit against hanging, not a measure of speed. The default of Vitest is 1 s. */
const WAIT_MS = 20_000;

type Options = number | { timeout?: number; interval?: number } | undefined;
type Waiting = (callback: never, options?: Options) => unknown;

const scaled = (options: Options) => (typeof options === 'number' ? limit(options) : { ...options, timeout: limit(options?.timeout ?? WAIT_MS) });

/** Files of one worker share these objects, and this file runs before each of them: a function is replaced once. */
const replaced = Symbol.for('shuzhou.wait-limits');

function scaleLimit(wait: object, name: string): void {
  const functions = wait as Record<string, Waiting & { [replaced]?: true }>;
  const original = functions[name];
  if (original === undefined || original[replaced]) return;
  functions[name] = Object.assign((callback: never, options?: Options) => original.call(wait, callback, scaled(options)), {
    [replaced]: true,
  } as const);
}

scaleLimit(vi, 'waitFor');
scaleLimit(vi, 'waitUntil');
scaleLimit(expect, 'poll');
