import { playerLibrary } from './player-library.ts';

/** Has everything here that a copy on this device is played with. */
export const warmPlayer = (): Promise<unknown> => Promise.all([import('./open-player.ts'), playerLibrary(false)]);
