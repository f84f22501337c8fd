import type { Reader } from '../reader-engine/open-book.ts';
import type { Sentence } from '../reader-engine/sentence.ts';

/** What text-to-speech needs of an open book. */
export type Book = Pick<Reader, 'sentences' | 'following' | 'goTo' | 'setMarks' | 'place'>;

export interface Speech {
  /** Resolves to true if it was interrupted, by `stop` or by something else: a call, or headphones that were unplugged. */
  readonly done: Promise<boolean>;
  stop(): void;
  /** Applies changed settings during speech; speech that cannot do this starts again. */
  adapt?(): void;
}

export interface Spoken {
  /** It was interrupted and may continue from there. */
  readonly goesOn: boolean;
  /** Called with the spoken part of its text, 0 to 1, if known. */
  reached(part: number): void;
}

export interface Options {
  speak(sentence: Sentence, how: Spoken): Speech;
  /** A sentence that cannot be spoken is skipped, as if the book did not contain it. */
  canSpeak(sentence: Sentence): boolean;
  /** Number of readable documents, from the first. */
  limit(): number;
  /** Called at the end of a chapter: returns true to stop there (sleep timer). */
  endsHere(): boolean;
  onState(state: AloudState): void;
  onTrouble(error: unknown): void;
}

/** `rests`: stopped at the end of a chapter on request; reading continues with the next one. */
export type AloudState = 'reading' | 'paused' | 'rests' | 'over';

export interface ReadingAloud {
  play(): void;
  pause(): void;
  /** Pauses, and shows the start of the last spoken sentence on any page: reading and listening continue there. */
  fallAsleep(): void;
  /** Goes one sentence back or forward. */
  skip(by: 1 | -1): void;
  /** Applies changed settings to the current sentence, or starts it again with them. */
  again(): void;
  /** Call when another page is shown: a sentence of another chapter is stopped. */
  moved(): void;
  stop(): void;
}

const LAYER = 'speech';

/**
 * Reads a book aloud, sentence by sentence, from the visible page; marks the sentence and turns the pages.
 * It turns them only while the page of the voice is visible. A page that the user turned to stays until the voice
 * reaches it, and reading after a pause starts on it. Only when the user opens another chapter does reading follow at once.
 */
export function readAloud(book: Book, { speak, canSpeak, limit, endsHere, onState, onTrouble }: Options): ReadingAloud {
  /** Each run has a number, so that pending work of an earlier run is ignored. */
  let run = 0;
  let source: Generator<Sentence> | null = null;
  let known: Sentence[] = [];
  let at = 0;
  let speech: Speech | null = null;
  let spokenNow: Sentence | null = null;
  /** The last interrupted sentence: only when reading continues with it does it resume in the middle. */
  let cutShort: Sentence | null = null;
  /** Stopped at the end of a chapter, until reading continues. */
  let rests = false;
  /**
   * The page that the voice reached, and its spoken part: after a scroll the position is reported again. Null since the user turned a
   * page.
   */
  let came: { readonly cfi: string | null; isShown(): boolean } | null = null;
  /** The user has selected a sentence with back or forward: it is shown, on any page. */
  let searchTerm = false;

  const pageNow = (): string | null => book.place?.cfi ?? null;
  const takePage = (sentence?: Sentence, part = 0): void => {
    came = { cfi: pageNow(), isShown: () => sentence?.lies(part) === 0 };
  };
  const isVoices = (): boolean => came !== null && (pageNow() === came.cfi || came.isShown());
  /** The page is still the one of the voice, or shows the current part of the sentence. */
  const isAtHand = (sentence: Sentence | undefined, part: number): boolean => isVoices() || sentence?.lies(part) === 0;

  const begin = (): void => {
    source = book.sentences();
    known = [];
    at = 0;
    searchTerm = false;
    takePage();
  };
  const sentenceAt = (index: number): Sentence | null => {
    while (known.length <= index) {
      const next = source?.next();
      if (!next || next.done) return null;
      if (canSpeak(next.value)) known.push(next.value);
    }
    return known[index] ?? null;
  };
  /** Reading started in the middle of the chapter: also collect the sentences before the page. */
  const fromBeginning = (): void => {
    const [first] = known;
    const all = book.sentences(true);
    const before: Sentence[] = [];
    for (let next = all.next(); !next.done; next = all.next()) {
      if (!canSpeak(next.value)) continue;
      before.push(next.value);
      if (next.value.cfi !== first?.cfi) continue;
      [source, known, at] = [all, before, before.length - 1];
      return;
    }
  };
  const silence = (): void => {
    run += 1;
    speech?.stop();
    speech = null;
    spokenNow = null;
  };
  /** The reader has opened another chapter, so reading continues there. */
  const isElsewhere = (sentence: Sentence | null | undefined): boolean => {
    if (!sentence || !book.place) return false;
    const { documentIndex, besideIndex } = book.place;
    return sentence.documentIndex !== documentIndex && sentence.documentIndex !== besideIndex;
  };

  async function proceed(): Promise<void> {
    const mine = ++run;
    onState('reading');
    const rested = rests;
    rests = false;
    /** The page from which a search through documents without speakable text started. */
    let walkedFrom: string | null = null;
    try {
      if (rested && isAtHand(known.at(-1), 1) && !(await toNextDocument())) return end();
      if (mine !== run) return;
      for (;;) {
        if (!source || isElsewhere(known[0])) begin();
        const sentence = sentenceAt(at);
        if (!sentence) {
          if (endsHere()) {
            end('rests');
            return void (rests = true);
          }
          walkedFrom ??= book.place?.cfi ?? null;
          if (!(await toNextDocument())) return await backTo(walkedFrom, mine);
          if (mine !== run) return;
          continue;
        }
        walkedFrom = null;
        book.setMarks(LAYER, [{ id: LAYER, cfi: sentence.cfi, style: 'speech' }]);
        await show(sentence);
        if (mine !== run) return;
        const reached = (part: number): void => void (spokenNow === sentence && show(sentence, part));
        speech = speak(sentence, { goesOn: sentence.cfi === cutShort?.cfi, reached });
        spokenNow = sentence;
        cutShort = null;
        const cut = await speech.done;
        if (mine !== run) return;
        if (cut) return pause();
        spokenNow = null;
        if (sentence.lies(1) === 0) takePage(sentence, 1);
        at += 1;
      }
    } catch (error) {
      if (mine !== run) return;
      pause();
      onTrouble(error);
    }
  }

  /** A sentence may cross a page: after this part it continues on the next one. A sentence that starts before the page does not turn back. */
  async function show(sentence: Sentence, part = 0): Promise<void> {
    const side = sentence.lies(part);
    if (!isVoices()) came = null;
    const turns = searchTerm || (side > 0 && came !== null);
    searchTerm = false;
    if (!turns && side !== 0) return;
    // If the start of the sentence is visible, its position is the one that is stored.
    if (turns || part === 0) {
      await book.goTo({ cfi: sentence.cfiAt(part) });
      await notified();
    }
    takePage(sentence, part);
  }

  function pause(): void {
    const cut = spokenNow;
    silence();
    cutShort = cut ?? cutShort;
    onState('paused');
  }

  async function showStart(sentence: Sentence): Promise<void> {
    const mine = run;
    await book.goTo({ cfi: sentence.cfiAt(0) });
    await notified();
    if (mine === run) takePage(sentence);
  }

  async function toNextDocument(): Promise<boolean> {
    const here = book.place?.documentIndex ?? 0;
    const { following } = book;
    if (following >= limit()) return false;
    await book.goTo({ documentIndex: following });
    await notified();
    if (book.place?.documentIndex === here) throw new Error('the next document did not come');
    begin();
    return true;
  }

  /** Nothing after the page can be spoken: return to it, and keep it as the reader's position. */
  async function backTo(cfi: string | null, mine: number): Promise<void> {
    if (cfi && cfi !== book.place?.cfi) {
      await book.goTo({ cfi });
      await notified();
      if (mine !== run) return;
    }
    end();
  }

  function end(state: 'rests' | 'over' = 'over'): void {
    silence();
    source = null;
    rests = false;
    book.setMarks(LAYER, []);
    onState(state);
  }

  return {
    play() {
      if (!rests && !isAtHand(known[at], 0)) source = null;
      void proceed();
    },
    pause,
    fallAsleep() {
      const last = spokenNow ?? known[at];
      pause();
      cutShort = null;
      if (last) void showStart(last);
    },
    skip(by) {
      silence();
      cutShort = null;
      searchTerm = true;
      if (at + by < 0) fromBeginning();
      at = Math.max(0, at + by);
      void proceed();
    },
    again() {
      if (speech?.adapt) return speech.adapt();
      silence();
      void proceed();
    },
    moved() {
      if (!isElsewhere(spokenNow)) return;
      silence();
      void proceed();
    },
    stop: () => end(),
  };
}

/** The position is updated after the paint that follows a page turn. */
const notified = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
