import { rm } from 'node:fs/promises';
import { browserServer, READY_HOUSE } from './browser-server.ts';

/** The first start, with its demo books and people, is made once a run; answers the way to clear it away. */
export default async function readyHouse(): Promise<() => Promise<void>> {
  const house = await browserServer();
  const folder = await house.leave();
  process.env[READY_HOUSE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
