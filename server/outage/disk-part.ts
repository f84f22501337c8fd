import { statfs } from 'node:fs/promises';
import type { Part, PartReport, PartState } from './breaker.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;
/** A disk with less than this part or this number of bytes left is low; writes are expected to fail below the second number. */
const LOW_SHARE = 0.05;
const LOW_BYTES = GB;
const FULL_BYTES = 16 * MB;

export interface Room {
  readonly free: number;
  readonly total: number;
}

const roomOf = async (folder: string): Promise<Room> => {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};

export const stateOfRoom = ({ free, total }: Room): PartState =>
  free < FULL_BYTES ? 'down' : free < LOW_BYTES || free < total * LOW_SHARE ? 'low' : 'up';

/** The disk of the data directory. A disk that cannot be asked counts as up: writing will tell. */
export function diskPart(folder: string, room: (folder: string) => Promise<Room> = roomOf): Part {
  let report: PartReport = { state: 'up', since: Date.now(), reason: '' };
  return {
    name: 'disk',
    report: () => report,
    stop: () => undefined,
    async check() {
      const found = await room(folder).catch(() => null);
      const state = found ? stateOfRoom(found) : 'up';
      const reason = found && state !== 'up' ? `只剩 ${(found.free / GB).toFixed(2)} GB，共 ${(found.total / GB).toFixed(1)} GB` : '';
      report = { state, reason, since: state === report.state ? report.since : Date.now() };
      return report;
    },
  };
}
