import { playerLibrary } from './player-library.ts';

/** Loads everything that is needed to play a downloaded copy. */
export const warmPlayer = (): Promise<unknown> => Promise.all([import('./open-player.ts'), playerLibrary(false)]);
