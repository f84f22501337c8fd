import { getBook } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import type { Cue } from '../../../contract/media/web-vtt.ts';
import { BOOK_FILE, bookFolder, type PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { holdGrant } from '../../downloads/reading-grant.ts';
import { cueAt } from '../../media-player/transcript.ts';
import { documentLoader } from '../../reader-engine/frame/document-loader.ts';
import { textNodesOf } from '../../reader-engine/visible-text.ts';
import { savePosition } from '../../reading-progress/reading-progress.store.ts';
import { session } from '../../session/session.store.ts';
import { partAtFraction, partWith } from '../../text-and-sound/text-letters.ts';
import { type Basis, textMap } from '../../text-and-sound/text-map.ts';

/** A place in the text of a recording. */
export interface TextPlace {
  readonly publishId: number;
  readonly editionId: number;
  readonly documentIndex: number;
  readonly chapterTitle: string;
  readonly percent: number;
  /** The start of the sentence, as a reading position. */
  readonly cfi: string;
  /** The whole sentence, as a passage; the same as `cfi` where there is no text. */
  readonly passage: string;
  /** `sentence`: the sentence that was heard, found by the transcript of the recording. */
  readonly basis: Basis | 'sentence';
}

const STALE_MS = 10 * 60_000;
/** Documents beside the expected one in which the sentence is looked for. */
const BESIDE = [0, 1, -1];

interface Heard {
  /** The work with the text. */
  readonly publishId: number;
  readonly tracks: readonly Track[];
  readonly mediaId: number;
  readonly seconds: number;
  readonly cues: readonly Cue[];
}

/**
 * Returns the place in the text that is read aloud at a moment of a recording: the sentence of its transcript, or else about the same place in
 * the chapter. Null when the work has no text. Throws when it cannot be loaded.
 */
export async function textPlace({ publishId, tracks, mediaId, seconds, cues }: Heard): Promise<TextPlace | null> {
  const detail = await queryClient.fetchQuery({ ...queryOf(getBook, { params: { publishId } }), staleTime: STALE_MS });
  const { editionId, chapters } = detail;
  const there = textMap(tracks, chapters)?.toText(mediaId, seconds * 1000);
  if (editionId === null || !there) return null;
  const base = bookFolder(publishId, editionId);
  const response = await fetch(base + BOOK_FILE);
  if (!response.ok) throw new Error(`the book did not come: ${response.status}`);
  const book = (await response.json()) as PreparedBook;
  // The reader is loaded as it will be opened: parts of it in a file of their own would make every opening of a book larger.
  const { cfiOf, rangeCfi, sentencesOf } = await import('../reading/epub-read.screen.tsx');
  const right = session.now.state === 'anonymous' ? Promise.resolve(null) : holdGrant(publishId).catch(() => null);
  const loader = documentLoader(base, book, right);
  /** The sentences of a document; none when it may not be read or has no text. */
  const sentences = async (index: number) => {
    const root = book.spine[index]
      ? await loader.load(index).then(
          ({ root }) => root.ownerDocument,
          () => null,
        )
      : null;
    return root ? [...sentencesOf(textNodesOf(root.body ?? root.documentElement), null, book.language)] : [];
  };
  const total = chapters.reduce((sum, { characters }) => sum + characters, 0);
  const placeAt = (documentIndex: number, range: Range | null, fraction: number, basis: TextPlace['basis']): TextPlace => {
    const own = chapters.find(({ index }) => index === documentIndex);
    const before = chapters.reduce((sum, { index, characters }) => (index < documentIndex ? sum + characters : sum), 0);
    const percent = total > 0 ? ((before + fraction * (own?.characters ?? 0)) / total) * 100 : 0;
    const start = range?.cloneRange() ?? null;
    start?.collapse(true);
    const cfi = cfiOf(documentIndex, start);
    return {
      publishId,
      editionId,
      documentIndex,
      chapterTitle: own?.title ?? '',
      percent: Math.min(99.99, Math.floor(percent * 100) / 100),
      cfi,
      passage: (range && rangeCfi(documentIndex, range)) ?? cfi,
      basis,
    };
  };
  try {
    const said = cues[cueAt(cues, seconds)]?.text ?? '';
    for (const by of said === '' ? [] : BESIDE) {
      const index = there.documentIndex + by;
      const all = await sentences(index);
      const near = by === 0 ? there.fraction : by > 0 ? 0 : 1;
      const found = partWith(
        all.map(({ text }) => text),
        said,
        near,
      );
      if (found !== null) return placeAt(index, all[found]?.range ?? null, found / all.length, 'sentence');
    }
    const all = await sentences(there.documentIndex);
    const about = partAtFraction(
      all.map(({ text }) => text),
      there.fraction,
    );
    return placeAt(there.documentIndex, all[about]?.range ?? null, there.fraction, there.basis);
  } finally {
    loader.stop();
  }
}

/** From now on the text opens at this place. */
export function readOnAt({ publishId, editionId, documentIndex, chapterTitle, percent, cfi }: TextPlace): void {
  savePosition({ publishId, editionId, documentIndex, chapterTitle, percent, cfi });
}
