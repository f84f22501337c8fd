import { syncAttempts, type SyncResult } from '../../contract/teaching/attempt.ts';
import { TEACHING } from '../../contract/teaching/teaching-limits.ts';
import { call, type CallError } from '../api/call.ts';
import { personOfToken } from '../session/session.store.ts';
import { aloneAs, createOutbox } from '../sync/outbox.ts';
import { isPermanentError } from '../sync/permanent-error.ts';
import { removeAnswerFiles } from './answer-file-store.ts';
import { sendAnswerFile, sendPassing } from './answer-files.ts';
import { bootClocks } from './boot-clocks.ts';
import { isUnsent, knownOf, unsentEvents, waitingFiles, withEvents, type AttemptRecord } from './attempt-record.ts';
import { attemptsOf, updateAttempt } from './attempt-store.ts';

/** A whole room comes back at the same second: each device waits a little of its own. */
const SPREAD_MS = 5_000;
const SIGN_IN_MS = 1_000;

const listeners = new Set<(record: AttemptRecord) => void>();
/** Hears of every record that the server has answered about. Returns how to stop. */
export function onAttemptSent(listener: (record: AttemptRecord) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const withAnswer = (record: AttemptRecord, answer: SyncResult): AttemptRecord => ({
  ...record,
  events: withEvents(record.events, answer.others),
  acknowledged: Math.max(record.acknowledged, answer.acknowledged),
  status: answer.status || record.status,
  words: answer.words || record.words,
  rejected: answer.rejected,
});

const bodyOf = (record: AttemptRecord) => ({
  attemptKey: record.paper.attemptKey,
  known: knownOf(record),
  events: unsentEvents(record)
    .slice(0, TEACHING.eventsAtOnce)
    .map(({ deviceId: _own, ...event }) => ({ ...event, seen: event.seen && { ...event.seen } })),
});

const changed = (record: AttemptRecord | undefined): void => {
  if (record) for (const listener of listeners) listener(record);
};

/** Sends attempts in one call and returns whether the server took something. One that it can never read is set aside, so that it stops no other. */
async function send(userId: number, batch: readonly AttemptRecord[]): Promise<boolean> {
  const [first, second] = batch;
  if (!first) return true;
  let answers: SyncResult[];
  try {
    answers = await call(syncAttempts, { body: { deviceId: first.deviceId, clocks: bootClocks(), attempts: batch.map(bodyOf) } });
  } catch (error) {
    if (!isPermanentError(error)) throw error;
    if (second) {
      let went = true;
      for (const one of batch) went = (await send(userId, [one])) && went;
      return went;
    }
    const rejected = error instanceof Error ? error.message : '服务器没有接受';
    changed(await updateAttempt(userId, first.paper.attemptKey, (record) => record && { ...record, rejected }));
    return true;
  }
  let went = true;
  for (const answer of answers) {
    const before = batch.find(({ paper }) => paper.attemptKey === answer.attemptKey);
    const after = await updateAttempt(userId, answer.attemptKey, (record) => record && withAnswer(record, answer));
    changed(after);
    // Nothing new was taken and nothing was rejected: try again after a pause.
    if (after && after.rejected === '' && after.acknowledged === before?.acknowledged) went = false;
  }
  return went;
}

/** Sends the files that wait, until one fails that is to be tried again; returns false then. The student reads why the server did not take one. */
async function sendFiles(userId: number, records: readonly AttemptRecord[]): Promise<boolean> {
  const sent = await sendPassing(userId, changed);
  for (const record of records)
    for (const fileKey of waitingFiles(record)) {
      const { attemptKey } = record.paper;
      const words = await sendAnswerFile(userId, attemptKey, fileKey).then(
        () => null,
        (error: unknown) => (isPermanentError(error) ? (error as CallError).message : ''),
      );
      if (words === '') return false;
      changed(
        await updateAttempt(userId, attemptKey, (before) => {
          if (!before?.files || !(fileKey in before.files)) return before;
          const { [fileKey]: _sent, ...files } = before.files;
          return { ...before, files: words === null ? files : { ...files, [fileKey]: words } };
        }),
      );
    }
  for (const record of records) if (record.status !== 'doing' && record.status !== '' && !isUnsent(record)) await forgetSent(userId, record);
  return sent;
}

/** The copies of files that the server has, of an attempt that is over. */
const forgetSent = (userId: number, { paper }: AttemptRecord): Promise<void> => removeAnswerFiles(userId, paper.attemptKey).catch(() => undefined);

const outbox = createOutbox({
  alone: aloneAs('shuzhou-attempts'),
  round: async (went) => {
    const userId = personOfToken();
    if (userId === null) return 'done';
    for (;;) {
      const all = await attemptsOf(userId);
      // Answers that name files find them on the server; a file that cannot be sent now delays no answer.
      const sent = await sendFiles(userId, all);
      const waiting = all.filter((record) => unsentEvents(record).length > 0 && record.rejected === '');
      if (waiting.length === 0) return sent ? 'done' : 'later';
      if (!(await send(userId, waiting.slice(0, TEACHING.attemptsAtOnce)))) return 'later';
      went();
    }
  },
});

/** Sends what waits within some seconds; the sign-in that is going on has ended by then. */
export const wakeAttemptsSoon = (): void => outbox.wake(SIGN_IN_MS + Math.random() * SPREAD_MS);
addEventListener('online', () => outbox.wake(Math.random() * SPREAD_MS));

/** Sends what waits; at once, because the student looks at it. */
export const sendAttempts = (): Promise<void> => outbox.sendNow();
export const wakeAttempts = (): void => outbox.wake();
