// Fakes for the tests of the reading session.
import { vi } from 'vitest';
import type { Progress } from '../../../../contract/reading/progress.ts';
import type { ShownPage } from '../../../first-page/shown-page.ts';
import type { OpenOptions, Reader } from '../../../reader-engine/open-book.ts';
import type { Position } from '../../../reader-engine/position.ts';
import type { Entered, Opening } from './opening.ts';
import { readingSession, type SessionParts } from './reading-session.ts';

export const PUBLISH = 7;
export const EDITION = 5;
export const LATE_MS = 4_000;

export const place = (documentIndex: number, more: Partial<Position> = {}): Position =>
  ({
    documentIndex,
    cfi: `epubcfi(/6/${documentIndex})`,
    percent: documentIndex * 10,
    chapterTitle: `第${documentIndex}章`,
    atEnd: false,
    ...more,
  }) as Position;
export const there = (documentIndex: number, editionId = EDITION): Progress =>
  ({ editionId, documentIndex, cfi: `epubcfi(there/${documentIndex})`, percent: documentIndex * 10, chapterTitle: '' }) as Progress;

export function deferred<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Value>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

export interface Given {
  readonly opening?: Partial<Opening>;
  readonly shown?: Partial<ShownPage>;
  readonly place?: Position;
}

/** Starts a session with fakes. `opens` has one entry for each call of `openBook`. */
export function start({ opening = {}, shown, place = undefined }: Given = {}) {
  const opens: { options: OpenOptions; opened: ReturnType<typeof deferred<Reader>> }[] = [];
  const reader = { goTo: vi.fn<Reader['goTo']>(async () => undefined), destroy: vi.fn<() => void>() };
  const late = deferred<Progress | null>();
  const asked: ReturnType<typeof deferred<Progress | null>>[] = [];
  const page: SessionParts['page'] = { place: place ?? null, chrome: false, ending: null, trouble: null };
  const user = { known: 1 as number | null, confirmed: 1 as number | null, busy: false };
  let report: Parameters<SessionParts['watchTab']>[0] = () => undefined;
  const stopped = vi.fn<() => void>();
  const again: (() => void)[] = [];
  const calls = {
    savePosition: vi.fn<SessionParts['savePosition']>(),
    noteReading: vi.fn<SessionParts['noteReading']>(),
    jumpFrom: vi.fn<SessionParts['jumpFrom']>(),
    leaveForPassage: vi.fn<SessionParts['leaveForPassage']>(),
    showSearchHit: vi.fn<SessionParts['showSearchHit']>(),
    onReader: vi.fn<(reader: Reader | null) => void>(),
  };
  const entered: Promise<Entered>[] = [];
  const files = {} as Opening['files'];
  const session = readingSession(
    {
      publishId: PUBLISH,
      at: null,
      opening: {
        card: { publishId: PUBLISH },
        book: { spine: [{}, {}, {}, {}, { outside: true }] },
        editionId: EDITION,
        base: '/books/7/',
        limit: 5,
        start: { documentIndex: 0 },
        files,
        late: late.promise,
        lookedUp: false,
        ...opening,
      } as unknown as Opening,
      stage: document.createElement('div'),
      shown: shown ? ({ frame: {}, target: { documentIndex: 0 }, turned: false, called: false, asked: [], ...shown } as ShownPage) : null,
      led: null,
      onReader: calls.onReader,
      onEntered: (how) => entered.push(how),
    },
    {
      ...calls,
      openBook(options) {
        const opened = deferred<Reader>();
        opens.push({ options, opened });
        return opened.promise;
      },
      handlers: () => ({
        onEdge: () => undefined,
        onTap: () => false,
        onLink: () => undefined,
        onTrouble: (_error, retry) => {
          page.trouble = { why: 'failed', again: retry };
          again.push(retry);
        },
      }),
      page,
      look: () => ({}) as OpenOptions['look'],
      async positionIn() {
        const answer = deferred<Progress | null>();
        asked.push(answer);
        return { here: null, there: answer.promise };
      },
      currentPerson: () => user.known,
      confirmedPerson: () => user.confirmed,
      isBusy: () => user.busy,
      watchTab(changed) {
        report = changed;
        return stopped;
      },
    },
  );
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    ...calls,
    session,
    page,
    user,
    reader,
    opens,
    asked,
    again,
    entered,
    stopped,
    files,
    settle,
    move: (to: Position) => opens.at(-1)?.options.onMove(to),
    tab: (now: DocumentVisibilityState | 'online') => report(now),
    async opened() {
      opens.at(-1)?.opened.resolve(reader as unknown as Reader);
      await settle();
    },
    async failed() {
      opens.at(-1)?.opened.reject(new Error('no network'));
      await settle();
    },
    async late(found: Progress | null) {
      late.resolve(found);
      await settle();
    },
  };
}

/** A session whose first page is visible and whose position of other devices is known. */
export async function startReady(given: Given = {}) {
  const run = start(given);
  run.move(place(0));
  await run.opened();
  await run.late(null);
  return run;
}
