import { type Dice, type Ink, lampOf, PAPER, SEAL } from './cover-palette.ts';

export type DrawingKind = 'lit' | 'lang' | 'text' | 'pub' | 'kids';

interface Field {
  readonly hash: number;
  readonly dice: Dice;
  readonly ink: Ink;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly onPaper: boolean;
  /** True if the title is at the left of the drawing, so that sun and moon stay at the right. */
  readonly aside: boolean;
}

const f = (value: number): string => String(Math.round(value * 10) / 10);
const path = (d: string, rest: string): string => `<path d="${d}" ${rest}/>`;
const disc = (x: number, y: number, r: number, rest: string): string => `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" ${rest}/>`;
const box = (x: number, y: number, w: number, h: number, rest: string): string =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" ${rest}/>`;

export const literaryOf = (hash: number): number => (hash >>> 15) % 5;

/** Drawings with hard shapes use a separate column. */
export const isHard = (kind: DrawingKind, hash: number): boolean =>
  kind === 'text' || kind === 'pub' || kind === 'kids' || (kind === 'lit' && literaryOf(hash) === 2);

/** Returns the drawing for a kind of work: 文学 语言 教材 编辑出版 童书. */
export function motif(kind: DrawingKind, field: Field): string {
  const { ink, onPaper } = field;
  const on = onPaper && ink.key !== ink.ground ? { ...ink, ground: ink.key, tint: ink.deep, deep: ink.key } : ink;
  const drawn = { ...field, ink: on, lamp: lampOf(ink, onPaper), line: onPaper ? on.ground : on.tint };
  if (kind === 'lang') return voice(drawn);
  if (kind === 'text') return squares(drawn);
  if (kind === 'pub') return proof(drawn);
  if (kind === 'kids') return cutPaper(drawn);
  return [hills, river, windows, rain, arches][literaryOf(field.hash)]?.(drawn) ?? '';
}

type Drawn = Field & { lamp: string; line: string };

function hills({ dice, ink, x, y, w, h, onPaper, aside }: Drawn): string {
  const sun = x + w * ((aside ? 0.56 : 0.18) + dice() * 0.26);
  let s = disc(sun, y + h * 0.42, w * (0.13 + dice() * 0.05), `fill="${onPaper ? SEAL : ink.ink}" opacity=".92"`);
  [0.5, 0.64, 0.8].forEach((top, n) => {
    const a = h * (0.16 + dice() * 0.12);
    const fill = n === 0 ? ink.tint : n === 1 && onPaper ? ink.ground : ink.deep;
    const d = `M${x} ${f(y + h * top)}c${f(w * 0.2)} ${f(-a)} ${f(w * 0.34)} ${f(-a * 0.7)} ${f(w * 0.5)} ${f(-a * 0.1)}s${f(w * 0.32)} ${f(-a * 0.8)} ${f(w * 0.5)} ${f(-a * 0.2)}V${f(y + h)}H${x}z`;
    s += path(d, `fill="${fill}" opacity="${[0.55, 0.72, 1][n]}"`);
  });
  return s;
}

function wave(y: number, a: number, x0: number, x1: number, phase: number): string {
  const step = (x1 - x0) / 6;
  let d = `M${f(x0)} ${f(y)}`;
  for (let k = 0; k < 6; k++) d += `q${f(step / 2)} ${f((k + phase) % 2 ? a : -a)} ${f(step)} 0`;
  return d;
}

function river({ dice, ink, x, y, w, h, onPaper, aside, line }: Drawn): string {
  let s = disc(x + w * ((aside ? 0.58 : 0.2) + dice() * 0.24), y + h * 0.25, w * 0.11, `fill="${onPaper ? ink.ground : ink.ink}"`);
  for (let k = 0; k < 9; k++) {
    const d = wave(y + h * (0.44 + k * 0.065), 5 + k * 0.9, x - 20 - k * 7, x + w + 30, k);
    s += path(d, `fill="none" stroke="${line}" stroke-width="${f(1.3 + k * 0.35)}" opacity="${(0.45 + k * 0.06).toFixed(2)}"`);
  }
  return s;
}

function windows({ dice, ink, x, y, w, h, onPaper, lamp }: Drawn): string {
  const gap = w * 0.045;
  const cw = (w * 0.64 - gap * 3) / 4;
  const ch = cw * 1.32;
  const top = y + h * 0.96 - 4 * (ch + gap);
  const lit = (1 + Math.floor(dice() * 3)) * 4 + Math.floor(dice() * 2);
  let s = '';
  for (let n = 0; n < 16; n++) {
    const fill = n === lit ? lamp : onPaper ? ink.ground : ink.deep;
    s += box(x + w * 0.18 + (n % 4) * (cw + gap), top + Math.floor(n / 4) * (ch + gap), cw, ch, `fill="${fill}" opacity="${n === lit ? 1 : 0.9}"`);
  }
  return s;
}

function rain({ dice, ink, x, y, w, h, onPaper, line }: Drawn): string {
  let s = '';
  for (let k = 0; k < 54; k++) {
    const px = x + dice() * w;
    const py = y + dice() * h * 0.8;
    const length = h * (0.05 + dice() * 0.1);
    s += path(`M${f(px)} ${f(py)}l${f(-length * 0.22)} ${f(length)}`, `opacity="${(0.4 + dice() * 0.6).toFixed(2)}"`);
  }
  const ground = path(`M${x} ${f(y + h * 0.88)}h${w}v${f(h * 0.12)}h${-w}z`, `fill="${onPaper ? ink.ground : ink.deep}"`);
  return `<g stroke="${line}" stroke-width="2" stroke-linecap="round">${s}</g>${ground}`;
}

function arches({ dice, ink, x, y, w, h, onPaper, lamp, line }: Drawn): string {
  const by = y + h * 0.62;
  const aw = w / 3;
  const stone = onPaper ? ink.ground : ink.deep;
  let s = path(`M${x} ${f(by - h * 0.26)}h${w}V${f(by)}H${x}z`, `fill="${stone}"`);
  for (let k = 0; k < 3; k++) {
    s += path(
      `M${f(x + aw * (k + 0.14))} ${f(by + 1)}a${f(aw * 0.36)} ${f(aw * 0.42)} 0 0 1 ${f(aw * 0.72)} 0z`,
      `fill="${onPaper ? PAPER : ink.ground}"`,
    );
  }
  for (let k = 0; k < 4; k++) {
    const px = x + w * (0.14 + k * 0.24);
    s +=
      disc(px, by - h * 0.34, w * 0.022, `fill="${lamp}"`) +
      path(`M${f(px)} ${f(by - h * 0.31)}V${f(by - h * 0.25)}`, `stroke="${stone}" stroke-width="3"`);
  }
  for (let k = 0; k < 6; k++) {
    const d = `M${f(x + w * (0.04 + dice() * 0.3))} ${f(by + h * (0.07 + k * 0.055))}h${f(w * (0.3 + dice() * 0.3))}`;
    s += path(d, `stroke="${line}" stroke-width="2.4" opacity="${(0.85 - k * 0.1).toFixed(2)}"`);
  }
  return s;
}

function voice({ dice, ink, x, y, w, h, onPaper, line }: Drawn): string {
  const cx = x + w * (dice() < 0.5 ? 0 : 1);
  let s = '';
  for (let k = 9; k > 0; k--) {
    const fill = k % 3 === 0 ? ink.deep : 'none';
    s += disc(
      cx,
      y + h,
      w * 0.115 * k,
      `fill="${fill}" fill-opacity="${onPaper ? 0.14 : 0.5}" stroke="${line}" stroke-width="${k % 3 === 1 ? 5 : 1.6}"`,
    );
  }
  return s + disc(cx, y + h, w * 0.075, `fill="${onPaper ? ink.ground : ink.ink}"`);
}

function squares({ dice, ink, x, y, w, h, onPaper, line }: Drawn): string {
  const n = w < 250 ? 3 : 4;
  const c = w / n;
  const first = Math.floor(dice() * n);
  const second = Math.floor(dice() * n);
  let fills = '';
  let rules = '';
  let dashes = '';
  for (let j = 0; j < Math.ceil(h / c); j++) {
    for (let k = 0; k < n; k++) {
      const px = f(x + k * c);
      const py = y + h - (j + 1) * c;
      const fill = j === 1 && k === first ? (onPaper ? ink.ground : ink.ink) : j === 0 && k === second ? (onPaper ? ink.tint : ink.deep) : '';
      if (fill) fills += box(x + k * c, py, c, c, `fill="${fill}"`);
      rules += `M${px} ${f(py)}h${f(c)}v${f(c)}h${f(-c)}z`;
      dashes += `M${px} ${f(py)}l${f(c)} ${f(c)}m0 ${f(-c)}l${f(-c)} ${f(c)}M${f(x + (k + 0.5) * c)} ${f(py)}v${f(c)}M${px} ${f(py + c / 2)}h${f(c)}`;
    }
  }
  const soft = `fill="none" stroke="${line}" stroke-width=".9" stroke-dasharray="5 4" opacity=".65"`;
  return fills + path(rules, `fill="none" stroke="${line}" stroke-width="1.6"`) + path(dashes, soft);
}

function proof({ dice, ink, x, y, w, h, onPaper, line }: Drawn): string {
  const n = Math.floor(h / 19);
  const asked = 2 + Math.floor(dice() * (n - 4));
  const mark = onPaper ? SEAL : ink.ink;
  let s = '';
  for (let k = 0; k < n; k++) {
    const end = k === asked + 2 ? 0.46 : 0.86 - (dice() < 0.2 ? dice() * 0.25 : 0);
    const start = k === asked + 3 || k === 0 ? 0.2 : 0.12;
    const d = `M${f(x + w * start)} ${f(y + 12 + k * 19)}H${f(x + w * end)}`;
    s += path(d, k === asked ? `stroke="${mark}" stroke-width="6"` : `stroke="${line}" stroke-width="4" opacity=".62"`);
  }
  return s + disc(x + w * 0.9, y + 12 + asked * 19, 6, `fill="none" stroke="${mark}" stroke-width="3"`);
}

function cutPaper({ dice, ink, x, y, w, h, onPaper, lamp }: Drawn): string {
  const n = w < 250 ? 2 : 3;
  const c = w / n;
  const half = f(c / 2);
  const colours = onPaper ? [ink.ground, ink.tint, ink.deep, lamp] : [ink.tint, ink.deep, ink.ink, lamp];
  let s = '';
  for (let j = 0; j < Math.ceil(h / c); j++) {
    for (let k = 0; k < n; k++) {
      const px = x + k * c;
      const py = y + h - (j + 1) * c;
      const shape = Math.floor(dice() * 5);
      const fill = `fill="${colours[Math.floor(dice() * 4)]}"`;
      if (shape === 0) s += disc(px + c / 2, py + c / 2, c * 0.42, fill);
      if (shape === 1) s += path(`M${f(px)} ${f(py + c)}a${half} ${half} 0 0 1 ${f(c)} 0z`, fill);
      if (shape === 2) s += path(`M${f(px)} ${f(py)}a${f(c)} ${f(c)} 0 0 1 ${f(c)} ${f(c)}H${f(px)}z`, fill);
      if (shape === 3) s += path(`M${f(px + c)} ${f(py)}a${f(c)} ${f(c)} 0 0 0 ${f(-c)} ${f(c)}h${f(c)}z`, fill);
      if (shape === 4) s += path(`M${f(px)} ${f(py + c / 2)}a${half} ${half} 0 0 0 ${f(c)} 0z`, fill);
    }
  }
  return s;
}
