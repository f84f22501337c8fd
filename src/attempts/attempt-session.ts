import { proxy } from 'valtio/vanilla';
import { limitLeft } from './time-left.ts';
import type { AttemptPaper } from '../../contract/teaching/attempt.ts';
import { mergeJournals, type JournalEvent, type JournalKind, type MergedAttempt } from '../../contract/teaching/attempt-journal.ts';
import type { Answer, AnswerFileRef } from '../../contract/textbook/question-kind.ts';
import type { AnswerFileKind } from '../../contract/textbook/upload-answer.ts';
import type { SaveStatus } from '../drafts/draft-saving.ts';
import { deviceId } from '../sync/device-id.ts';
import { nextClock } from '../sync/logical-clock.ts';
import { answerBlob, dropFile, heldFiles, takeFile } from './answer-files.ts';
import { bootClocks } from './boot-clocks.ts';
import { isUnsent, knownOf, ownEvents, withEvents, type AttemptRecord } from './attempt-record.ts';
import { onAttemptSent, wakeAttempts } from './attempt-sender.ts';
import { isPassing, updateAttempt } from './attempt-store.ts';
import { readUnsaved, writeUnsaved } from './unsaved-answers.ts';

/** Typing is written down this long after the last key, milliseconds. */
const TYPING_MS = 300;

export interface AttemptView {
  record: AttemptRecord;
  merged: MergedAttempt;
  /** Typed and not yet in the journal, by item. */
  typed: Record<string, Answer>;
  status: SaveStatus;
  /** The device did not take the last write: it is in this page until the server or the device has it. */
  full: boolean;
  /** Files for which the device has no room: they are in this page until the server has them. */
  heldFiles: number;
}

/**
 * One open attempt. Every change becomes an event of the journal on this device before the status says so; the server gets the events from there. Nothing
 * is overwritten: what the student sees is the merged state of all events.
 */
export class AttemptSession {
  readonly view: AttemptView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  readonly #stop: () => void;

  private constructor(record: AttemptRecord) {
    this.view = proxy<AttemptView>({ record, merged: mergeJournals(record.events), typed: {}, status: 'server', full: false, heldFiles: 0 });
    this.#shown(record);
    const stop = onAttemptSent((sent) => {
      if (sent.paper.attemptKey === record.paper.attemptKey) this.#shown(sent);
    });
    const leave = (): void => void this.flush();
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') leave();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hidden);
    this.#stop = () => {
      stop();
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hidden);
    };
  }

  /** Opens the attempt of a paper: the journal of this device goes on, with what other devices wrote. */
  static async open(userId: number, paper: AttemptPaper): Promise<AttemptSession> {
    const made: AttemptRecord = {
      userId,
      paper,
      deviceId: deviceId(),
      events: paper.events,
      acknowledged: 0,
      status: paper.status,
      words: '',
      rejected: '',
      latest: Date.now(),
    };
    const record = await updateAttempt(userId, paper.attemptKey, (before) =>
      before
        ? { ...before, paper: { ...paper, events: [] }, events: withEvents(before.events, paper.events), rejected: '' }
        : seenByServer(made, paper.events),
    );
    const session = new AttemptSession(record ?? made);
    session.view.typed = { ...readUnsaved(userId, paper.attemptKey) };
    await session.#append({ kind: 'resume' });
    if (Object.keys(session.view.typed).length > 0) await session.flush();
    return session;
  }

  get paper(): AttemptPaper {
    return this.view.record.paper;
  }

  /** The answer as the student sees it now. */
  answerOf(itemId: string): Answer | null {
    return this.view.typed[itemId] ?? this.view.merged.items[itemId]?.answer ?? null;
  }

  /** Takes a change of an answer. Choices are written at once, typing after a pause. */
  answer(itemId: string, answer: Answer): void {
    this.view.typed[itemId] = answer;
    this.view.status = 'unsaved';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), TYPING_MS);
  }

  /** Takes a file for an answer; the answer names it by the returned key. */
  async takeFile(file: File, kind: AnswerFileKind): Promise<string> {
    await this.#writing;
    const fileKey = await takeFile(this.view.record.userId, this.paper.attemptKey, file, kind);
    this.#status();
    wakeAttempts();
    return fileKey;
  }

  dropFile(ref: AnswerFileRef): Promise<void> {
    return dropFile(this.view.record.userId, this.paper.attemptKey, ref);
  }

  blobOf(ref: AnswerFileRef): Promise<Blob> {
    return answerBlob(this.view.record.userId, this.paper.attemptKey, ref);
  }

  flag(itemId: string, on: boolean): void {
    void this.#append({ kind: 'flag', itemId, on });
  }

  /** Writes what was typed to the journal. What the database does not take while the page is being left is read at the next opening. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const typed = Object.entries(this.view.typed);
    if (typed.length === 0) return this.#writing;
    const { userId, paper } = this.view.record;
    writeUnsaved(userId, paper.attemptKey, Object.fromEntries(typed));
    for (const [itemId, answer] of typed) {
      await this.#append({ kind: 'answer', itemId, answer });
      if (this.view.typed[itemId] === answer) delete this.view.typed[itemId];
    }
    if (Object.keys(this.view.typed).length === 0 && !this.view.full) writeUnsaved(userId, paper.attemptKey, null);
    this.#status();
  }

  /** Hands in what is there: on this device at once, on the server as soon as there is a network. */
  async submit(): Promise<void> {
    await this.flush();
    await this.#append({ kind: 'submit' });
    wakeAttempts();
  }

  /** Milliseconds until the attempt ends by itself; null without a limit. */
  left(): number | null {
    return limitLeft(this.view.record, bootClocks());
  }

  close(): void {
    void this.flush();
    this.#stop();
  }

  #append(part: { kind: JournalKind; itemId?: string; answer?: Answer; on?: boolean }): Promise<void> {
    this.view.status = 'unsaved';
    const { userId, paper } = this.view.record;
    const write = async (): Promise<void> => {
      const record = await updateAttempt(userId, paper.attemptKey, (before) => withOwnEvent(before ?? this.view.record, part));
      if (record) this.#shown(record);
      wakeAttempts();
    };
    this.#writing = this.#writing.then(write).catch(() => void (this.view.full = true));
    return this.#writing;
  }

  #shown(record: AttemptRecord): void {
    this.view.record = record;
    this.view.merged = mergeJournals(record.events);
    this.#status();
  }

  #status(): void {
    const { userId, paper } = this.view.record;
    this.view.full = isPassing(userId, paper.attemptKey);
    this.view.heldFiles = heldFiles(userId, paper.attemptKey);
    if (Object.keys(this.view.typed).length > 0) return;
    const waits = isUnsent(this.view.record) || this.view.heldFiles > 0;
    this.view.status = !waits ? 'server' : this.view.full ? 'unsaved' : 'device';
    if (!waits) writeUnsaved(userId, paper.attemptKey, null);
  }
}

/** A device that lost its journal goes on after the events that the server has of it. */
const seenByServer = (record: AttemptRecord, events: readonly JournalEvent[]): AttemptRecord => ({
  ...record,
  paper: { ...record.paper, events: [] },
  acknowledged: Math.max(0, ...events.filter((event) => event.deviceId === record.deviceId).map(({ seq }) => seq)),
});

/** The record with one more event of this device, after everything that it has seen. */
export function withOwnEvent(record: AttemptRecord, part: { kind: JournalKind; itemId?: string; answer?: Answer; on?: boolean }): AttemptRecord {
  const own = ownEvents(record);
  const seen = knownOf(record);
  const clocks = bootClocks();
  const event: JournalEvent = {
    ...part,
    // A plain copy: the answer may belong to the page's state.
    ...(part.answer === undefined ? {} : { answer: JSON.parse(JSON.stringify(part.answer)) as Answer }),
    deviceId: record.deviceId,
    seq: Math.max(0, ...own.map(({ seq }) => seq)) + 1,
    clock: nextClock(Math.max(0, ...record.events.map(({ clock }) => clock)), clocks.wallMs),
    ...clocks,
    ...(Object.keys(seen).length > 0 ? { seen } : {}),
  };
  return { ...record, events: [...record.events, event], latest: Math.max(record.latest, clocks.wallMs) };
}
