import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the program, from `package.json`. */
export const RELEASE = (JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { version: string }).version;

/**
 * The version before this one. A server of it runs beside servers of this one on one database, so the migrations of a version only add: what a
 * version no longer uses is removed by a migration of the version after it.
 */
export const PREVIOUS_RELEASE = '0.2.0';

const numbers = (release: string): number[] => release.split('.').map(Number);

/** Whether `one` is a later version than `other`; both are like `1.20.3`. */
export function isLater(one: string, other: string): boolean {
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
  return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0);
}
