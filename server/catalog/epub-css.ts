import { targetOf } from './epub-path.ts';

export interface CleanCss {
  readonly css: string;
  /** Files of the book that it needs, style sheets among them. */
  readonly refs: readonly string[];
  /** Last parts of the selectors that are written from top to bottom: `html`, `.vrtl`. */
  readonly vertical: readonly string[];
}

const STRING = String.raw`"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'`;
const PIECES = new RegExp(
  [
    String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`(?<namespace>@namespace\b[^;{}]{0,500};)`,
    String.raw`@import\b\s*(?:url\(\s*)?(?<import>${STRING}|[^\s;)"']*)[^;{}]{0,2000}(?:;|$)`,
    String.raw`\burl\(\s*(?<url>${STRING}|[^)"']*)\s*\)`,
    `(?<string>${STRING})`,
  ].join('|'),
  'gi',
);
const KEPT_DATA = /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|font\/\w+|application\/(x-)?font-\w+|application\/vnd\.ms-opentype)$/;
const NOTHING = 'url("data:,")';

/** CSS without anything fetched from elsewhere, EPUB's own property names written as today's. `from` is the file's path. */
export function cleanCss(text: string, from: string): CleanCss {
  const refs: string[] = [];
  const css = renamed(
    plainLetters(text)
      .replace(/<!--|-->/g, '')
      .replace(PIECES, (whole, ...rest) => {
        const found = rest.at(-1) as Record<'namespace' | 'import' | 'url' | 'string', string | undefined>;
        if (found.namespace !== undefined) return whole;
        if (found.import !== undefined) return kept(found.import, from, refs) ? whole : '';
        if (found.url !== undefined) return kept(found.url, from, refs) ? whole : NOTHING;
        if (found.string !== undefined) return /^.\s*([a-z]+:)?[\\/]{2}/i.test(withoutEscapes(found.string)) ? '""' : whole;
        return ' ';
      })
      .replace(/expression\s*\(/gi, 'none(')
      .replace(/(-moz-binding|behavior)\s*:/gi, 'x-$1:'),
  );
  return { css, refs, vertical: verticalSelectors(css) };
}

/** Letters written as escapes (`\75rl`) as letters, so that nothing hides behind them. */
function plainLetters(css: string): string {
  return css
    .replace(/\\([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?/gi, (whole, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return (code >= 0x40 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) ? String.fromCharCode(code) : whole;
    })
    .replace(/\\([g-z@])/gi, '$1');
}

const withoutEscapes = (text: string): string =>
  text
    .replace(/\\\r?\n/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_whole, hex: string) => String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)))
    .replace(/\\(.)/g, '$1');

function kept(quoted: string, from: string, refs: string[]): boolean {
  const target = targetOf(withoutEscapes(quoted).replace(/^["']|["']$/g, ''), from);
  if (target.kind === 'inside') refs.push(target.path);
  return target.kind === 'inside' || target.kind === 'here' || (target.kind === 'data' && KEPT_DATA.test(target.type));
}

const RENAMED: Readonly<Record<string, string>> = { 'text-combine': 'text-combine-upright', 'text-combine-horizontal': 'text-combine-upright' };
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text-combine-upright': { horizontal: 'all' },
  'text-orientation': { 'vertical-right': 'mixed', 'rotate-normal': 'mixed', 'rotate-right': 'sideways', 'sideways-right': 'sideways' },
  'text-transform': { '-epub-fullwidth': 'full-width' },
  'writing-mode': { 'tb-rl': 'vertical-rl', 'lr-tb': 'horizontal-tb' },
  'word-break': {},
};

function renamed(css: string): string {
  return css.replace(/(^|[{;\s])-epub-([a-z-]+)(\s*:\s*)([^;{}!]*)/gi, (_whole, before: string, name: string, colon: string, value: string) => {
    const standard = RENAMED[name.toLowerCase()] ?? name.toLowerCase();
    return `${before}${standard}${colon}${VALUES[standard]?.[value.trim().toLowerCase()] ?? value}`;
  });
}

function verticalSelectors(css: string): string[] {
  const found: string[] = [];
  for (const block of css.split('}')) {
    const [rules = '', selectors] = block.split('{').toReversed();
    if (selectors === undefined || !isVertical(rules)) continue;
    for (const selector of selectors.split(','))
      found.push(
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '',
      );
  }
  return found;
}

export const isVertical = (rules: string): boolean => /(?:^|[;\s{-])writing-mode\s*:\s*(vertical-rl|tb-rl)\b/i.test(rules);
