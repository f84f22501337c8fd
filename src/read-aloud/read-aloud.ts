import type { Reader } from '../reader-engine/open-book.ts';
import type { Sentence } from '../reader-engine/sentence.ts';

/** What reading aloud needs of a book that is open. */
export type Book = Pick<Reader, 'sentences' | 'following' | 'goTo' | 'setMarks' | 'place'>;

export interface Speech {
  /** True where it was cut short, by `stop` or by something else: a call, a headphone that was taken off. */
  readonly done: Promise<boolean>;
  stop(): void;
  /** Goes on in the manner that is wanted now; what cannot is begun again. */
  adapt?(): void;
}

export interface Spoken {
  /** It was cut short, and may go on from there. */
  readonly goesOn: boolean;
  /** So much of its text was said, 0 to 1, where that is known. */
  reached(part: number): void;
}

export interface Options {
  speak(sentence: Sentence, how: Spoken): Speech;
  /** A sentence nothing here can speak is passed over, as if the book did not have it. */
  canSpeak(sentence: Sentence): boolean;
  /** Documents that may be read, from the first. */
  limit(): number;
  /** Asked at the end of a chapter: is that enough for tonight? */
  endsHere(): boolean;
  onState(state: AloudState): void;
  onTrouble(error: unknown): void;
}

/** `rests`: at the end of a chapter, where that was asked; going on is the next one's. */
export type AloudState = 'reading' | 'paused' | 'rests' | 'over';

export interface ReadingAloud {
  play(): void;
  pause(): void;
  /** A sentence back or on. */
  skip(by: 1 | -1): void;
  /** The sentence goes on in another manner, or is begun again in it. */
  again(): void;
  /** Another page is shown: a sentence of a chapter that was left is not read to its end. */
  moved(): void;
  stop(): void;
}

const LAYER = 'speech';

/**
 * Reads a book sentence by sentence from the page that is shown; the sentence is marked, and the page goes along.
 * It does so while it is the page that the voice came to. One that the person turned to is his: it stays until the voice
 * is on it, and what is begun after a pause begins on it. Only another chapter has its reading follow him at once.
 */
export function readAloud(book: Book, { speak, canSpeak, limit, endsHere, onState, onTrouble }: Options): ReadingAloud {
  /** Each going on has a number: what an earlier one still waits for is no longer its business. */
  let run = 0;
  let source: Generator<Sentence> | null = null;
  let known: Sentence[] = [];
  let at = 0;
  let speech: Speech | null = null;
  let spokenNow: Sentence | null = null;
  /** What was cut short last: only to go on with it is to go on in it. */
  let cutShort: Sentence | null = null;
  /** The end of a chapter was enough, until it is gone on from. */
  let rests = false;
  /** The page that the voice came to, and what it said there: a scroll tells its place anew once it rests. Null since the person turned. */
  let came: { readonly cfi: string | null; isShown(): boolean } | null = null;
  /** A sentence back or on was asked for: it is shown, wherever it stands. */
  let searchTerm = false;

  const pageNow = (): string | null => book.place?.cfi ?? null;
  const takePage = (sentence?: Sentence, part = 0): void => {
    came = { cfi: pageNow(), isShown: () => sentence?.lies(part) === 0 };
  };
  const isVoices = (): boolean => came !== null && (pageNow() === came.cfi || came.isShown());
  /** The page is the voice's still, or shows where the sentence has come to. */
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
  /** The page began in the middle: what stands before it on earlier pages is known too. */
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
  /** The reader went to another chapter: what he reads there is read. */
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
    /** The page that a walk past documents without anything to say began on. */
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

  /** A sentence may run over the page: so much of it in, it goes on. What begins before the page turns none back. */
  async function show(sentence: Sentence, part = 0): Promise<void> {
    const side = sentence.lies(part);
    if (!isVoices()) came = null;
    const turns = searchTerm || (side > 0 && came !== null);
    searchTerm = false;
    if (!turns && side !== 0) return;
    // Where its beginning can be seen, that is the place that is kept.
    if (turns || part === 0) {
      await book.goTo({ cfi: sentence.cfiAt(part) });
      await told();
    }
    takePage(sentence, part);
  }

  function pause(): void {
    const cut = spokenNow;
    silence();
    cutShort = cut ?? cutShort;
    onState('paused');
  }

  async function toNextDocument(): Promise<boolean> {
    const here = book.place?.documentIndex ?? 0;
    const { following } = book;
    if (following >= limit()) return false;
    await book.goTo({ documentIndex: following });
    await told();
    if (book.place?.documentIndex === here) throw new Error('the next document did not come');
    begin();
    return true;
  }

  /** Nothing behind the page could be said: it is the page that the reader goes on from, and that is kept as his place. */
  async function backTo(cfi: string | null, mine: number): Promise<void> {
    if (cfi && cfi !== book.place?.cfi) {
      await book.goTo({ cfi });
      await told();
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

/** The place follows a turn after its paint. */
const told = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
