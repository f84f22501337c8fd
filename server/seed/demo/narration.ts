import { wavNarration, type SpokenLine } from './textbook/wav-speech.ts';

/** A sentence ends with a mark, closing quotes and emphasis, before a blank and a capital letter or an opening quote. */
const SENTENCE_END = /(?<=[.?!…][”’)*]*) +(?=[*“‘(]*[A-Z])/;
const starsOf = (text: string): number => text.split('*').length - 1;

/** The sentences of an English paragraph of a source. Emphasis that covers several sentences keeps them together. */
export function narratedSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const piece of paragraph.split(SENTENCE_END)) {
    const before = sentences.at(-1);
    if (before !== undefined && starsOf(before) % 2 === 1) sentences[sentences.length - 1] = `${before} ${piece}`;
    else sentences.push(piece);
  }
  return sentences;
}

/** An element that is read aloud: its id in the document, its text, and its speaker. */
export interface NarratedElement extends SpokenLine {
  readonly id: string;
}

export interface Narration {
  readonly audio: Buffer;
  /** The media overlay, a SMIL document. */
  readonly overlay: string;
  readonly seconds: number;
}

/** Returns the recording of a document and the overlay that assigns its parts to the elements. */
export function narrationOf(document: string, audioFile: string, elements: readonly NarratedElement[]): Narration {
  const { bytes, ends } = wavNarration(elements);
  const pars = elements.map(
    ({ id }, at) =>
      `<par id="p${at}"><text src="${document}#${id}"/><audio src="${audioFile}" clipBegin="${ends[at - 1] ?? 0}s" clipEnd="${ends[at] ?? 0}s"/></par>`,
  );
  return {
    audio: bytes,
    seconds: ends.at(-1) ?? 0,
    overlay: `<?xml version="1.0" encoding="UTF-8"?><smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${pars.join('')}</body></smil>`,
  };
}
