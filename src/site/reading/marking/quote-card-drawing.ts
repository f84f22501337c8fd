import { inTitleMarks } from '../../../../contract/catalog/title-marks.ts';
import { MARK } from '../../../cover/mark.ts';
import { inLatin } from '../../../format/script.ts';
import { SERIF, serifOf } from '../../../cover/svg-address.ts';

/** Pixels of the picture: three times the size on a phone. */
const WIDTH = 1080;
const SIDE = 108;
const QUOTE = 52;
const LINE = 92;
const SANS = '"PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';
/** A Chinese font draws the quotes and dashes of a Latin text as wide as its characters. */
const sansOf = (text: string): string => (inLatin(text).lang ? `-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", ${SANS}` : SANS);
const LINES_MOST = 18;

const NOT_FIRST = '，。、；：？！）》〉」』】〕”’…—·,.;:?!)%';
const NOT_LAST = '（《〈「『【〔“‘(';

/**
 * Breaks text into lines no wider than `width`, by the rules of Chinese typesetting: no closing punctuation at the start of a
 * line, no opening punctuation at its end, Latin words unbroken. `measure` returns pixels.
 */
export function cutLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.trim().split(/\s*\n\s*/)) {
    let line = '';
    const parts = paragraph.match(/[A-Za-z0-9À-ÿ'’-]+|\s+|./gu) ?? [];
    for (const part of parts) {
      if (line === '' && part.trim() === '') continue;
      if (measure(line + part) <= width || (line !== '' && NOT_FIRST.includes(part))) {
        line += part;
        continue;
      }
      const last = line.at(-1) ?? '';
      const carried = NOT_LAST.includes(last) ? last : '';
      lines.push(carried ? line.slice(0, -1) : line.trimEnd());
      line = carried + part.trimStart();
    }
    if (line) lines.push(line.trimEnd());
  }
  return lines;
}

export interface CardWords {
  readonly text: string;
  readonly title: string;
  readonly author: string;
  readonly chapter: string;
  readonly site: string;
}

const PAPERS = {
  warm: { paper: '#f7f2e6', ink: '#2b2721', dim: '#6d6455', accent: '#007f80' },
  white: { paper: '#ffffff', ink: '#1f2329', dim: '#6d6455', accent: '#007f80' },
  night: { paper: '#1b1a18', ink: '#d8d3c7', dim: '#9a9488', accent: '#2bb3b4' },
} as const;
export type CardPaper = keyof typeof PAPERS;

/** Draws the passage as a picture with its source and the product's logo. */
export function drawCard(canvas: HTMLCanvasElement, words: CardWords, paper: CardPaper): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { paper: ground, ink, dim, accent } = PAPERS[paper];
  const quoteFont = `500 ${QUOTE}px ${serifOf(words.text)}`;
  context.font = quoteFont;
  const all = cutLines(words.text, WIDTH - SIDE * 2, (text) => context.measureText(text).width);
  const lines = all.length > LINES_MOST ? [...all.slice(0, LINES_MOST - 1), `${all[LINES_MOST - 1]?.slice(0, -1) ?? ''}…`] : all;
  const quoteTop = 300;
  const sourceTop = quoteTop + lines.length * LINE + 96;
  canvas.width = WIDTH;
  canvas.height = sourceTop + 380;

  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'alphabetic';
  context.fillStyle = accent;
  context.globalAlpha = 0.9;
  context.font = `700 200px ${SERIF}`;
  context.fillText('“', SIDE - 16, 276);
  context.globalAlpha = 1;
  context.fillStyle = ink;
  context.font = quoteFont;
  for (const [index, line] of lines.entries()) context.fillText(line, SIDE, quoteTop + LINE * (index + 0.75));

  context.fillStyle = accent;
  context.fillRect(SIDE, sourceTop, 64, 5);
  context.fillStyle = ink;
  context.font = `700 42px ${serifOf(words.title)}`;
  context.fillText(fitted(context, inTitleMarks(words.title), WIDTH - SIDE * 2), SIDE - 16, sourceTop + 84);
  context.fillStyle = dim;
  const source = [words.author, words.chapter].filter(Boolean).join(' · ');
  context.font = `400 32px ${sansOf(source)}`;
  context.fillText(fitted(context, source, WIDTH - SIDE * 2), SIDE, sourceTop + 144);

  const foot = canvas.height - 104;
  context.save();
  context.translate(SIDE, foot - 40);
  context.scale(2.25, 2.25);
  context.fillStyle = accent;
  context.clip(new Path2D(MARK));
  context.fillRect(0, 0, 24, 24);
  context.restore();
  context.fillStyle = dim;
  context.font = `600 32px ${SERIF}`;
  context.fillText(words.site, SIDE + 72, foot);
}

function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  let short = text;
  while (short.length > 1 && context.measureText(short === text ? short : `${short}…`).width > width) short = short.slice(0, -1);
  return short === text ? text : `${short}…`;
}
