import { type DrawingKind, isHard, literaryOf, motif } from './cover-motif.ts';
import { diceOf, hashOf, type Ink, inkOf, PAPER, PAPER_INK, PAPER_SOFT } from './cover-palette.ts';
import { breakTitle, isChinese } from './cover-title.ts';
import { LATIN, serifOf } from './svg-address.ts';
import { MARK } from './mark.ts';

/** Under 72 px width the author and the logo are left out; under 44 px only colour and drawing remain. */
export type CoverScale = 'full' | 'small' | 'tiny';

export interface CoverAsk {
  readonly title: string;
  readonly author: string;
  readonly drawing: DrawingKind;
  /** Empty derives it from the title. */
  readonly colour?: string;
  readonly format?: '' | 'A' | 'B' | 'C' | 'D' | 'E';
  readonly scale?: CoverScale;
}

interface Sheet extends Required<Omit<CoverAsk, 'colour' | 'format' | 'scale'>> {
  readonly hash: number;
  readonly ink: Ink;
  readonly full: boolean;
  readonly length: number;
  readonly draw: (x: number, y: number, w: number, h: number, onPaper?: boolean) => string;
}

/** A Chinese font would draw the apostrophe of a Latin word at full width, also in a title of both scripts. */
const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/(?<=\w)’/g, `<tspan font-family="${LATIN}">’</tspan>`);
const n = (value: number): string => String(Math.round(value * 10) / 10);
const ground = (fill: string): string => `<path d="M0 0h300v400H0z" fill="${fill}"/>`;
const clipped = (x: number, y: number, w: number, h: number, inside: string): string =>
  `<clipPath id="c"><path d="M${x} ${n(y)}h${w}v${n(h)}h${-w}z"/></clipPath><g clip-path="url(#c)">${inside}</g>`;

function down(x: number, y: number, size: number, fill: string, text: string, weight = 700, gap = 1.12): string {
  const marks = [...text].map((c, k) => `<tspan x="${n(x)}" y="${n(y + size * 0.88 + k * size * gap)}">${escape(c)}</tspan>`).join('');
  return `<text font-family="${serifOf(text)}" font-size="${n(size)}" font-weight="${weight}" fill="${fill}" text-anchor="middle">${marks}</text>`;
}

function across(x: number, y: number, size: number, fill: string, lines: readonly string[]): string {
  const rows = lines.map((line, k) => `<tspan x="${x}" y="${n(y + k * size * 1.3)}">${escape(line)}</tspan>`).join('');
  return `<text font-size="${n(size)}" font-weight="700" fill="${fill}">${rows}</text>`;
}

const byline = (sheet: Sheet, y: number, fill: string): string =>
  sheet.full && sheet.author
    ? `<text x="26" y="${n(y)}" font-family="${serifOf(sheet.author)}" font-size="19" font-weight="500" fill="${fill}" letter-spacing="1.5">${escape(shorten(sheet.author, 10))}</text>`
    : '';
const sidename = (sheet: Sheet, x: number, y: number, fill: string): string =>
  sheet.full && sheet.author ? down(x, y, 19, fill, shorten(sheet.author, 9), 500, 1.22) : '';
const mark = (sheet: Sheet, x: number, y: number, fill: string): string =>
  sheet.full ? `<path transform="translate(${x} ${y}) scale(1.083)" fill="${fill}" d="${MARK}"/>` : '';
const shorten = (text: string, most: number): string =>
  [...text].length > most && isChinese(text) ? `${[...text].slice(0, most - 1).join('')}…` : text;

const vertical = (sheet: Sheet, sizes: readonly [number, number, number], small: number): number =>
  sheet.full ? (sheet.length <= 4 ? sizes[0] : sheet.length <= 5 ? sizes[1] : sizes[2]) : Math.min(small, 330 / (sheet.length * 1.12));

/** 题签: a pasted slip. */
function slip(s: Sheet): string {
  const size = vertical(s, [46, 42, 36], 50);
  const w = size + 30;
  const h = s.length * size * 1.12 + 36;
  const x = 270 - w;
  const narrow = s.drawing === 'pub' || (s.drawing === 'lit' && literaryOf(s.hash) === 2);
  return (
    ground(s.ink.ground) +
    s.draw(0, 120, narrow ? 214 : 300, 280) +
    `<path d="M${n(x)} 30h${n(w)}v${n(h)}h${n(-w)}z" fill="${PAPER}"/><path d="M${n(x + 5)} 35h${n(w - 10)}v${n(h - 10)}h${n(10 - w)}z" fill="none" stroke="${s.ink.key}" stroke-width="1.4"/>` +
    down(x + w / 2, 48, size, PAPER_INK, s.title) +
    sidename(s, x - 22, 40, s.ink.ink) +
    mark(s, 28, 30, s.ink.ink)
  );
}

/** 满版: the title directly on the coloured background. */
function whole(s: Sheet): string {
  const size = vertical(s, [60, 54, 44], 60);
  const hard = isHard(s.drawing, s.hash) || (s.drawing === 'lit' && literaryOf(s.hash) === 4);
  const kids = s.drawing === 'kids';
  const picture = hard ? clipped(104, 96, 196, 304, s.draw(104, kids ? 106 : 120, 196, kids ? 294 : 280)) : s.draw(0, 190, 300, 210);
  return (
    ground(s.ink.ground) + picture + down(52, 30, size, s.ink.ink, s.title) + sidename(s, 74 + size / 2, 36, s.ink.ink) + mark(s, 246, 30, s.ink.ink)
  );
}

/** 素面: paper background, with the drawing in colour. */
function plain(s: Sheet): string {
  const size = vertical(s, [52, 46, 42], 56);
  const end = 36 + s.length * size * 1.12;
  const wide = !isHard(s.drawing, s.hash) && s.length <= 4;
  const picture = wide ? clipped(0, 120, 300, 280, s.draw(0, end, 300, 400 - end, true)) : clipped(0, 120, 196, 280, s.draw(0, 150, 196, 250, true));
  return ground(PAPER) + picture + down(246, 30, size, PAPER_INK, s.title) + sidename(s, 224 - size / 2, 36, PAPER_SOFT) + mark(s, 28, 30, s.ink.key);
}

function sizeOf(s: Sheet, lines: readonly string[], small: number, latin: number): number {
  const wanted = !s.full ? small : isChinese(s.title) ? (lines.some((line) => line.length > 6) ? 34 : 38) : latin;
  const widest = Math.max(...lines.map((line) => [...line].reduce((sum, c) => sum + (isChinese(c) ? 1 : 0.56), 0)));
  return Math.min(wanted, 252 / widest, 270 / (lines.length * 1.3));
}

/** 横题: the drawing above, a paper panel below. */
function panel(s: Sheet): string {
  const lines = breakTitle(s.title, s.full ? 7 : 5);
  const size = sizeOf(s, lines, 46, 34);
  const top = 400 - (lines.length * size * 1.3 + (s.full ? 96 : 44));
  const picture = clipped(0, 0, 300, top, s.draw(0, top - 240, 300, 240));
  const paper = `<path d="M0 ${n(top)}h300V400H0z" fill="${PAPER}"/>`;
  return (
    ground(s.ink.ground) +
    picture +
    paper +
    across(26, top + size + 20, size, PAPER_INK, lines) +
    byline(s, 374, PAPER_SOFT) +
    mark(s, 248, 354, s.ink.key)
  );
}

/** 顶题: the title at the top of the coloured background. */
function headed(s: Sheet): string {
  const lines = breakTitle(s.title, s.full ? 7 : 5);
  const size = sizeOf(s, lines, 48, 35);
  const foot = 30 + size + lines.length * size * 1.3 + (s.full ? 50 : 0);
  const top = Math.max(foot, 170);
  const picture = clipped(0, foot - 26, 300, 426 - foot, s.draw(0, top, 300, 400 - top));
  const crowded = isChinese(s.title) && lines.some((line) => line.length > 5);
  const title = across(26, 30 + size, size, s.ink.ink, lines);
  return (
    ground(s.ink.ground) +
    picture +
    title +
    byline(s, 26 + size + lines.length * size * 1.3, s.ink.ink) +
    (crowded ? '' : mark(s, 248, 26, s.ink.ink))
  );
}

const FORMATS = { A: slip, B: panel, C: whole, D: plain, E: headed } as const;
const HINGE =
  '<linearGradient id="h"><stop offset="0" stop-opacity=".22"/><stop offset=".022" stop-color="#fff" stop-opacity=".16"/><stop offset=".04" stop-opacity=".14"/><stop offset=".062" stop-opacity="0"/></linearGradient>';

/** Returns the drawn cover of a work as an SVG document. The same title always gets the same cover. */
export function drawCover({ title, author, drawing, colour = '', format = '', scale = 'full' }: CoverAsk): string {
  const hash = hashOf(title);
  const ink = coverInk(title, colour);
  const length = [...title].length;
  const short = isChinese(title) && length <= 7 && !/[：，]/.test(title);
  const chosen = (format || (short ? 'ACD' : 'BE')[(hash >>> 8) % (short ? 3 : 2)] || 'A') as keyof typeof FORMATS;
  const fitting = short || chosen === 'B' || chosen === 'E' ? chosen : 'E';
  const dice = diceOf(hash);
  const draw: Sheet['draw'] = (x, y, w, h, onPaper = false) => motif(drawing, { hash, dice, ink, x, y, w, h, onPaper, aside: fitting === 'C' });
  const sheet: Sheet = { title, author, drawing, hash, ink, length, draw, full: scale === 'full' };
  const picture = scale === 'tiny' ? ground(ink.ground) + draw(0, 100, 300, 300) : FORMATS[fitting](sheet);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" font-family="${serifOf(title)}">${HINGE}${picture}<path d="M0 0h300v400H0z" fill="url(#h)"/></svg>`;
}

/** Returns the colours of a work's cover, for the background behind it. */
export const coverInk = (title: string, colour = ''): Ink => inkOf(colour === '' ? hashOf(title) % 12 : Number(colour));
