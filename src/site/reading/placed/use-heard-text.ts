import { useEffect, useMemo, useRef } from 'react';
import type { Cue } from '../../../../contract/media/web-vtt.ts';
import type { PlacedItem } from '../../../../contract/textbook/placed.ts';
import { cueAt } from '../../../media-player/transcript.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import type { Sentence } from '../../../reader-engine/sentence.ts';
import { heardSentences, sentenceOfQuote } from './heard-sentences.ts';

const LAYER = 'heard';

/**
 * Marks the sentence of the text that a placed recording says now, where its captions are printed there, and turns the page with it while the page of the
 * sentence before is shown. A page that the reader turned to stays.
 */
export function useHeardText(reader: Reader, item: PlacedItem, cues: readonly Cue[], seconds: number, open: boolean): void {
  const last = useRef(-1);
  const shown = useRef(true);
  const at = open ? cueAt(cues, seconds) : -1;
  const caption = cues[at]?.text ?? '';
  const inChapter = (): boolean => reader.place?.documentIndex === item.documentIndex;
  /** Of the document in which the item is placed, when it is shown. */
  const known = useRef<readonly Sentence[]>([]);
  const sentences = useMemo(
    () => (): readonly Sentence[] => {
      if (known.current.length === 0) known.current = [...reader.sentences(true)].filter(({ documentIndex }) => documentIndex === item.documentIndex);
      return known.current;
    },
    [reader, item.documentIndex],
  );
  useEffect(() => {
    if (!inChapter()) known.current = [];
    if (caption === '' || !inChapter()) return;
    const all = sentences();
    const texts = all.map(({ text }) => text);
    const found = heardSentences(texts, caption, last.current < 0 ? sentenceOfQuote(texts, item.quote) : last.current);
    if (!found) return reader.setMarks(LAYER, []);
    const said = all.slice(...found);
    last.current = found[0];
    reader.setMarks(
      LAYER,
      said.map(({ cfi }, index) => ({ id: `${LAYER} ${index}`, cfi, style: 'speech' as const })),
    );
    const [first] = said;
    if (!first) return;
    const side = first.lies(0);
    if (side > 0 && shown.current) void reader.goTo({ cfi: first.cfiAt(0) });
    else shown.current = side === 0;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each caption
  }, [at, caption]);
  useEffect(() => () => reader.setMarks(LAYER, []), [reader]);
}
