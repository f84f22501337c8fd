import { escapeXml } from '../document/escape-xml.ts';

const WIDTH = 1200;
const HEIGHT = 1600;
const LINE_MOST = 7;
const LINES_MOST = 5;
/** Grounds with a contrast of at least 7 to 1 against the white title. */
const GROUNDS = ['#1f3a5f', '#5a2a2a', '#2f4a3a', '#3d2f52', '#4a3b1f', '#234a52'] as const;

/** Lines of a title, as equal in length as possible. */
export function titleLines(title: string): string[] {
  const characters = [...title];
  const lines = Math.min(LINES_MOST, Math.max(1, Math.ceil(characters.length / LINE_MOST)));
  const length = Math.ceil(characters.length / lines);
  return Array.from({ length: Math.ceil(characters.length / length) }, (_none, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}

/** A cover of title, authors and publisher as SVG, which every EPUB reader draws in its own fonts. */
export function drawnCover({
  title,
  authors,
  publisher,
}: {
  readonly title: string;
  readonly authors: readonly string[];
  readonly publisher: string;
}): string {
  const lines = titleLines(title);
  const longest = Math.max(4, ...lines.map((line) => [...line].length));
  const size = Math.min(150, Math.floor((WIDTH - 240) / longest));
  const ground = GROUNDS[[...title].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % GROUNDS.length] ?? GROUNDS[0];
  const text = (words: string, y: number, fontSize: number): string =>
    `<text x="${WIDTH / 2}" y="${y}" font-size="${fontSize}" text-anchor="middle">${escapeXml(words)}</text>`;
  const top = 420;
  const after = top + lines.length * size * 1.35;
  const names = authors.length > 3 ? `${authors.slice(0, 3).join('　')} 等` : authors.join('　');
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escapeXml(`封面：${title}`)}"><title>${escapeXml(`封面：${title}`)}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/><rect x="60" y="60" width="${WIDTH - 120}" height="${HEIGHT - 120}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/><g fill="#fff" font-family="'Source Han Serif SC','Noto Serif CJK SC','Songti SC',SimSun,serif">${lines.map((line, index) => text(line, top + index * size * 1.35, size)).join('')}${names ? text(names, Math.round(after + 60), 54) : ''}${publisher ? text(publisher, HEIGHT - 150, 46) : ''}</g></svg>`;
}
