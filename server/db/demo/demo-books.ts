import type { House } from '../../house.ts';

export async function addDemoBooks(_house: House): Promise<void> {}
