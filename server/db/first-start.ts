import type { House } from '../house.ts';

/** Fills an empty database; answers the lines a person reads at the start. */
export async function prepareFirstStart(_house: House): Promise<string> {
  return '';
}
