import { hostname } from 'node:os';
import { DAY_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';
import { RELEASE } from '../../release.ts';
import { beats, removeBeat, removeBeats, writeBeat } from './runtime.queries.ts';

const NAME = `${hostname()}:${process.pid}`;
const STARTED = Date.now();

/** What a server says of itself to the others. */
export interface BeatState {
  readonly down: readonly string[];
  readonly failures: number;
}

/** Writes the beat of this server and removes those of servers that stopped a day ago. */
export async function beatNow({ db, settings, parts, jobs }: AppContext): Promise<boolean> {
  const now = Date.now();
  const down = parts.filter((part) => part.report().state !== 'up').map((part) => part.name);
  const failures = jobs.reports().reduce((sum, lane) => sum + lane.failures, 0);
  const state: BeatState = { down, failures };
  await writeBeat(db, { name: NAME, role: settings.role, release: RELEASE, startedAt: STARTED, seenAt: now, state: JSON.stringify(state) });
  await removeBeats(db, now - DAY_MS);
  return false;
}

/** A server that stops as asked is no longer listed. */
export const endBeat = ({ db }: AppContext) => removeBeat(db, NAME);

export async function liveServers({ db, settings }: AppContext) {
  const found = await beats(db, Date.now() - DAY_MS);
  return found.map((beat) => ({ ...beat, own: beat.name === NAME && beat.role === settings.role, state: JSON.parse(beat.state) as BeatState }));
}
