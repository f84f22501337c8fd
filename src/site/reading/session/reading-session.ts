import type { Progress } from '../../../../contract/reading/progress.ts';
import type { ShownPage } from '../../../first-page/shown-page.ts';
import { documentOfTarget, type OpenOptions, type Reader, type Target } from '../../../reader-engine/open-book.ts';
import type { DocumentLoader } from '../../../reader-engine/frame/document-loader.ts';
import type { Position } from '../../../reader-engine/position.ts';
import type { positionIn, savePosition } from '../../../reading-progress/reading-progress.store.ts';
import type { noteReading } from '../marking/note-reading.ts';
import type { Entered, Opening } from './opening.ts';
import type { Left } from '../page-overlay.store.ts';
import type { readingPage } from './reading-page.store.ts';
import type { showSearchHit } from '../search-hit.ts';

/** Maximum milliseconds that the server's position delays the one of this device. */
const LATE_MS = 4_000;
/** Milliseconds. After this long without a turn another device may have read on. */
const RESTED_MS = 180_000;

export type SessionState = 'opening' | 'ready' | 'failed' | 'closed';
type SessionEvent = 'open' | 'fail' | 'retry' | 'close';

/** An event that a state does not list is ignored, so results that arrive after closing have no effect. */
const TRANSITIONS: Readonly<Record<SessionState, Partial<Record<SessionEvent, SessionState>>>> = {
  opening: { open: 'ready', fail: 'failed', close: 'closed' },
  ready: { close: 'closed' },
  failed: { retry: 'opening', close: 'closed' },
  closed: {},
};

/** What the session uses of the browser, the stores and the engine. A test passes fakes. */
export interface SessionParts {
  openBook(options: OpenOptions): Promise<Reader>;
  /** The handlers of the engine that do not depend on the state of the session. */
  handlers(
    base: string,
    reader: () => Reader | null,
  ): Omit<OpenOptions, 'base' | 'book' | 'element' | 'look' | 'start' | 'files' | 'shown' | 'other' | 'asked' | 'limit' | 'onMove'>;
  readonly page: Pick<typeof readingPage, 'place' | 'chrome' | 'ending' | 'trouble'>;
  look(): OpenOptions['look'];
  readonly savePosition: typeof savePosition;
  readonly positionIn: typeof positionIn;
  readonly noteReading: typeof noteReading;
  /** The last known user of this device; null for an anonymous visitor. */
  currentPerson(): number | null;
  /** The user that the server has confirmed. */
  confirmedPerson(): number | null;
  /** The user is doing something with this page: it must not change now. */
  isBusy(): boolean;
  jumpFrom(place: Left | null): void;
  leaveForPassage(at: string | null): void;
  showSearchHit(...given: Parameters<typeof showSearchHit>): void;
  /** Reports that the tab is hidden or visible again, or back online while visible, until the returned function is called. */
  watchTab(changed: (now: DocumentVisibilityState | 'online') => void): () => void;
}

export interface SessionInput {
  readonly publishId: number;
  /** The `at` parameter of the address. */
  readonly at: string | null;
  readonly opening: Opening;
  readonly stage: HTMLElement;
  /** The first page, if it is already visible in `stage`. */
  readonly shown: ShownPage | null;
  /** The state of the browser history entry: the sentence that was found on the previous page. */
  readonly led: unknown;
  /** Called with null when the session closes. */
  onReader(reader: Reader | null): void;
  onEntered(entered: Promise<Entered>): void;
}

export interface ReadingSession {
  readonly state: SessionState;
  close(): void;
}

/** Whether the start is beyond the part that the user may read. */
export function isBehind({ book }: Pick<Opening, 'book'>, start: Target, limit: number): boolean {
  const index = documentOfTarget(book, start);
  return index >= limit && index < book.spine.length;
}

/** Opens a book, saves the positions of the user, and follows the positions of other devices, until it is closed. */
export function readingSession(input: SessionInput, parts: SessionParts): ReadingSession {
  const { publishId, at, opening } = input;
  const { editionId } = opening;
  const { page, jumpFrom, currentPerson } = parts;
  let state: SessionState = 'opening';
  let reader: Reader | null = null;
  let opener: number | null;
  /** The position before the first turn by the user. */
  let first: Position | null;
  let turned: boolean;
  // Opening a book must not win over the position of another device. Nor must a page turned to before that position is loaded; it is
  // stored anyway.
  let heard: boolean;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let movedAt = Date.now();
  /** The confirmed user of the last saved position. */
  let whose: number | null = null;
  let saved = '';

  /** Returns the new state, or undefined when the state ignores the event. */
  function sendEvent(event: SessionEvent): SessionState | undefined {
    const next = TRANSITIONS[state][event];
    if (next) state = next;
    return next;
  }

  const isOpen = (): boolean => state !== 'closed';

  const placeNow = ({ documentIndex, percent, cfi, chapterTitle }: Position) => ({ editionId, documentIndex, percent, cfi, chapterTitle });

  function save(): void {
    const { place } = page;
    // A page outside the reading order is only looked up; the reading position stays where it was.
    if (!place || !turned || !isOpen() || opening.book.spine[place.documentIndex]?.outside) return;
    // Signed out in another tab: pages turned here must not be saved as an anonymous visitor's reading, which the next user would take
    // over.
    if (opener !== null && currentPerson() === null) return;
    // A page that is only laid out again must not count as later than what another device read meanwhile.
    whose = parts.confirmedPerson();
    const now = JSON.stringify([place.documentIndex, place.cfi, place.atEnd, heard, currentPerson()]);
    if (now === saved) return;
    saved = now;
    parts.savePosition({ publishId, ...placeNow(place) }, heard);
    parts.leaveForPassage(at);
  }

  /** Puts the book first in the lists of current books. */
  function note(): void {
    const { place } = page;
    // Another user may have signed in since the last turn.
    if (place && whose !== null && whose === parts.confirmedPerson()) parts.noteReading(opening.card, placeNow(place));
  }

  /** From now on the position of this device counts as the newest. */
  function write(): void {
    clearTimeout(patience);
    heard = true;
    save();
  }

  function awaitOthers(): void {
    clearTimeout(patience);
    turned = heard = false;
    patience = setTimeout(write, LATE_MS);
  }

  /** Goes to the position of another device, or offers it. */
  async function take(there: Progress | null, follows: boolean): Promise<void> {
    if (there && follows) await reader?.goTo(there.editionId === editionId ? { cfi: there.cfi } : { percent: there.percent });
    else if (there?.editionId === editionId) jumpFrom(there);
    write();
  }

  /** Goes to what another device has read since this page was shown, with a way back to the old position. */
  async function hearAgain(): Promise<void> {
    if (state !== 'ready' || !heard || (opening.lookedUp && !turned)) return;
    first = page.place;
    awaitOthers();
    const there = await (await parts.positionIn(publishId)).there;
    clearTimeout(patience);
    if (!isOpen()) return;
    const follows = !turned && !parts.isBusy();
    if (there && follows) jumpFrom(page.place);
    await take(there, follows);
  }

  function onMove(place: Position): void {
    if (!isOpen()) return;
    if (Date.now() - movedAt > RESTED_MS) void hearAgain();
    movedAt = Date.now();
    if (place.documentIndex !== first?.documentIndex || place.cfi !== first.cfi) turned ||= first !== null;
    first ??= place;
    const { place: before, ending } = page;
    // The end page stays open as long as the page behind it does, even if the page is reported again.
    const stays = !before || (before.documentIndex === place.documentIndex && before.cfi === place.cfi);
    Object.assign(page, { place, ending: stays ? ending : null, trouble: null });
    save();
  }

  function open(shown: ShownPage | null, files?: DocumentLoader): void {
    opener = currentPerson();
    first = null;
    awaitOthers();
    turned = shown !== null && (shown.turned || shown.asked.length > 0);
    page.trouble = null;
    const { base, book, limit } = opening;
    const start = page.place ? { cfi: page.place.cfi } : opening.start;
    const handlers = parts.handlers(base, () => reader);
    parts
      .openBook({
        ...handlers,
        base,
        ...(files ? { files } : {}),
        book,
        element: input.stage,
        ...(shown ? { shown: shown.frame, other: shown.other, asked: shown.asked } : {}),
        look: parts.look(),
        start,
        limit,
        onMove,
      })
      .then(
        (made) => (sendEvent('open') ? enter(made, start, shown) : made.destroy()),
        (error: unknown) => {
          if (sendEvent('fail')) handlers.onTrouble(error, () => sendEvent('retry') && open(null));
        },
      );
  }

  function enter(made: Reader, start: Target, shown: ShownPage | null): void {
    reader = made;
    input.onReader(made);
    let entering = Promise.resolve();
    if (shown && !turned && JSON.stringify(shown.target) !== JSON.stringify(start)) {
      // Following the jump is not a page turn by the user.
      first = null;
      entering = made.goTo(start);
    }
    if (isBehind(opening, start, opening.limit)) page.ending = 'trial';
    else if (opening.lookedUp)
      parts.showSearchHit(opening, input.led, {
        reader: made,
        stays: () => isOpen() && !turned,
        // Opened by a link, not read.
        looksAt: () => (first = null),
      });
    const late = opening.late.then(async (there): Promise<Entered> => {
      const stays = !turned;
      if (!isOpen()) return { there: null, stays };
      // A user who opened a certain passage stays there and is offered the other position.
      const follows = stays && !opening.lookedUp;
      await take(there, follows);
      return { there: follows ? there : null, stays };
    });
    const waited = new Promise<Entered>((resolve) => setTimeout(() => resolve({ there: null, stays: !turned }), LATE_MS));
    input.onEntered(Promise.allSettled([entering]).then(() => Promise.race([late, waited])));
  }

  const stopWatching = parts.watchTab((now) => {
    if (now !== 'online') note();
    if (now !== 'hidden') void hearAgain();
  });
  if (input.shown?.called) page.chrome = true;
  open(input.shown, opening.files);

  return {
    get state() {
      return state;
    },
    close() {
      if (!sendEvent('close')) return;
      note();
      stopWatching();
      clearTimeout(patience);
      reader?.destroy();
      input.onReader(null);
    },
  };
}
