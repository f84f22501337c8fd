import type { AttemptPaper, SyncResult } from '../../contract/teaching/attempt.ts';
import type { JournalEvent } from '../../contract/teaching/attempt-journal.ts';

/** One attempt on this device: its questions, its journal, and what the server said last. */
export interface AttemptRecord {
  readonly userId: number;
  readonly paper: AttemptPaper;
  readonly deviceId: string;
  /** Of all devices that this one knows, in the order of arrival. */
  readonly events: readonly JournalEvent[];
  /** The last event of this device that the server has stored for good. */
  readonly acknowledged: number;
  readonly status: SyncResult['status'];
  readonly words: string;
  /** Why the server took nothing of it; the events stay. */
  readonly rejected: string;
  /** Keys of files that wait on this device, each with why the server did not take it, '' while it waits. Missing in what earlier releases stored. */
  readonly files?: Readonly<Record<string, string>>;
  /** The latest wall clock that this record has seen: setting the clock back gives no time. */
  readonly latest: number;
}

export const ownEvents = ({ events, deviceId }: Pick<AttemptRecord, 'events' | 'deviceId'>): JournalEvent[] =>
  events.filter((event) => event.deviceId === deviceId);

export const unsentEvents = (record: AttemptRecord): JournalEvent[] => ownEvents(record).filter(({ seq }) => seq > record.acknowledged);

/** Files that are to be sent. */
export const waitingFiles = ({ files = {} }: AttemptRecord): string[] => Object.keys(files).filter((key) => files[key] === '');

/** Why the server did not take a file; '' when it took all. */
export const fileFault = ({ files = {} }: AttemptRecord): string => Object.values(files).find((words) => words !== '') ?? '';

/** Whether the server lacks something of it. */
export const isUnsent = (record: AttemptRecord): boolean => unsentEvents(record).length > 0 || Object.keys(record.files ?? {}).length > 0;

/** The last event of each other device. */
export function knownOf({ events, deviceId }: Pick<AttemptRecord, 'events' | 'deviceId'>): Record<string, number> {
  const known: Record<string, number> = {};
  for (const event of events) if (event.deviceId !== deviceId) known[event.deviceId] = Math.max(known[event.deviceId] ?? 0, event.seq);
  return known;
}

/** Events without those that are there already. */
export function withEvents(before: readonly JournalEvent[], more: readonly JournalEvent[]): JournalEvent[] {
  const there = new Set(before.map(({ deviceId, seq }) => `${deviceId} ${seq}`));
  return [...before, ...more.filter(({ deviceId, seq }) => !there.has(`${deviceId} ${seq}`))];
}
