import { MEANING_MOST, type Twin, TWINS_MOST, type Written } from '../../contract/annotation/sync.ts';
import type { StoredRow, VersionColumns } from '../db/tables/annotation-tables.ts';
import { kindOf, twinsBrought, twinsOf } from './sync-kind.ts';

/** The columns to change after a write; null when the row stays as it is and the device only receives its current version. */
export type Merged = (VersionColumns & { readonly deleted: '0' | '1' }) | null;

interface By {
  readonly deviceId: string;
  /** The name the reader gave the device. */
  readonly device: string;
}

/** Maximum number of finished works that one write may list. */
const FINISHED_MOST = 100;

/**
 * A write based on the current version replaces it. When two devices write concurrently, the higher clock wins, but no
 * note text is dropped: the other text is stored as a twin, and a delete that did not see a note loses against it.
 * A word keeps both meanings and the learning progress of both devices; a reading day keeps the larger totals.
 */
export function mergeInto(row: StoredRow, written: Written, { deviceId, device }: By): Merged {
  const brought = row.deleted === '1' ? twinsBrought(written) : {};
  const sent: Merged = { ...kindOf(written).columns(written), ...brought, deleted: written.deleted ? '1' : '0' };
  if (written.kind === 'erratum') return mergeErratum(row, written.deleted);
  const seen = written.base === row.seq;
  if (written.kind === 'word' && !seen && row.deviceId !== deviceId) return mergeWord(row, written, sent, later(row, written, deviceId));
  if (written.kind === 'day' && !seen) return mergeDay(row, written, sent);
  if (written.kind !== 'mark') return seen || row.deviceId === deviceId || later(row, written, deviceId) ? sent : null;
  if (seen && written.settle) return { ...sent, twins: '[]' };
  if (seen) return sent;
  // The device replaces its own last version, unless a delete would remove another device's text that it never saw.
  if (row.deviceId === deviceId && !(written.deleted && twinsOf(row).length > 0)) return sent;
  return mergeMark(row, written, sent, later(row, written, deviceId), device);
}

const later = (row: StoredRow, written: Written, deviceId: string): boolean =>
  written.clock > row.clock || (written.clock === row.clock && deviceId > row.deviceId);

/** The totals of a day never shrink: a device that lost its counts starts again at zero. */
function mergeDay(row: StoredRow, written: Extract<Written, { kind: 'day' }>, sent: NonNullable<Merged>): Merged {
  const finished = new Set([...(JSON.parse(String(row['finished'])) as number[]), ...written.finished]);
  return {
    ...sent,
    seconds: Math.max(Number(row['seconds']), written.seconds),
    pages: Math.max(Number(row['pages']), written.pages),
    finished: JSON.stringify([...finished].slice(0, FINISHED_MOST)),
  };
}

/** A reported erratum cannot be changed; the reader may withdraw it while it is pending. */
function mergeErratum(row: StoredRow, deleted: boolean): Merged {
  return deleted && row['status'] === 'pending' ? { deleted: '1' } : null;
}

function mergeMark(row: StoredRow, written: Extract<Written, { kind: 'mark' }>, sent: NonNullable<Merged>, wins: boolean, device: string): Merged {
  const here: Twin = {
    note: String(row['note']),
    colour: row['colour'] as Twin['colour'],
    device: row.device,
    clock: row.clock,
  };
  const there: Twin = { note: written.note, colour: written.colour, device, clock: written.clock };
  const gone = row.deleted === '1';
  if (gone !== written.deleted) {
    const live = gone ? there : here;
    // A mark with a note survives a concurrent delete; for a mark without a note the later clock wins.
    const lives = live.note !== '' || (gone ? wins : !wins);
    return lives === gone ? { ...sent, deleted: lives ? '0' : '1' } : null;
  }
  if (gone || here.note === there.note) return wins ? sent : null;
  const [stands, other] = wins ? [there, here] : [here, there];
  if (other.note === '') return wins ? sent : null;
  // An empty device ID means that no device owns this version, so that the next write of either device is merged with this text.
  if (stands.note === '') return { ...(wins ? sent : {}), note: other.note, deleted: '0', deviceId: '' };
  const twins = [...twinsOf(row).filter((one) => one.note !== other.note && one.note !== stands.note), other].slice(-TWINS_MOST);
  return { ...(wins ? sent : {}), twins: JSON.stringify(twins), deleted: '0' };
}

function mergeWord(row: StoredRow, written: Extract<Written, { kind: 'word' }>, sent: NonNullable<Merged>, wins: boolean): Merged {
  if (written.deleted || row.deleted === '1') return wins ? sent : null;
  const here = { meaning: String(row['meaning']), reviews: Number(row['reviews']) };
  const { box, dueAt, reviews } = written;
  const learnt = reviews > here.reviews || (reviews === here.reviews && wins) ? { box, dueAt, reviews } : {};
  const there = written.meant ? written.meaning : here.meaning;
  // An empty device ID means that no device owns this version, so that the next write of either device is merged with it.
  return { ...learnt, meaning: bothOf(wins ? [there, here.meaning] : [here.meaning, there]), deleted: '0', deviceId: '' };
}

/** Joins two meanings, the winning one first; returns only the winning one when both together are too long. */
function bothOf([stands, other]: [string, string]): string {
  if (other === '' || stands.split('；').includes(other)) return stands;
  if (stands === '' || other.split('；').includes(stands)) return other;
  const both = `${stands}；${other}`;
  return both.length > MEANING_MOST ? stands : both;
}
