import { hrefBetween, targetOf, type Find } from './path.ts';

export interface CleanCss {
  readonly css: string;
  /** Files of the book that the sheet needs, including style sheets. */
  readonly refs: readonly string[];
  /** External addresses that were removed. */
  readonly outside: readonly string[];
  /** Last parts of the selectors with vertical writing: `html`, `.vrtl`. */
  readonly vertical: readonly string[];
}

const STRING = String.raw`"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'`;
/** Limits backtracking: two unlimited runs of blanks next to each other match in every possible split. Longer runs become one blank. */
const BLANKS = 200;
const SPACE = String.raw`[ \t\n]{0,${BLANKS}}`;
const LONG_BLANK = new RegExp(String.raw`[ \t\n]{${BLANKS},}`, 'g');
/** Tokens in the order in which a browser reads them: a different split could hide an address in an apparent string. */
const PIECES = new RegExp(
  [
    String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`(?<namespace>@namespace[ \t\n]+(?:[\w-]+[ \t\n]+)?(?:url\(${SPACE}(?:${STRING}|[^\s"'()\\*;{}]+)${SPACE}\)|${STRING})${SPACE};)`,
    String.raw`@import${SPACE}(?:url\(${SPACE}(?<import>${STRING}|[^\s;()"'\\]*)${SPACE}\)|(?<importString>${STRING}))[\w \t\n(),:.-]{0,2000}(?:;|$)`,
    String.raw`(?<unread>@(?:import|namespace))`,
    String.raw`url\(${SPACE}(?<url>${STRING}|(?:[^\s()"'\\]|\\[^\n])*)${SPACE}\)`,
    String.raw`(?<torn>url\(${SPACE}(?!["' \t\n])(?:\\[\s\S]|[^)\\])*\)?)`,
    String.raw`(?<string>"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)`,
    String.raw`(?<name>[#@]?(?:[\w-]|[^\0-\x7f]|\\[0-9a-f]{1,6}[ \t\n]?|\\[^\n0-9a-f])+)`,
  ].join('|'),
  'gi',
);
type Piece = 'namespace' | 'import' | 'importString' | 'unread' | 'url' | 'torn' | 'string' | 'name';
const ELSEWHERE = /^.([\\/]{2}|(https?|ftp|wss?|file):)/i;
const KEPT_DATA = /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|font\/\w+|application\/(x-)?font-\w+|application\/vnd\.ms-opentype)$/;
const NOTHING = 'url("data:,")';

/** Returns the sheet at a path to inline at its import; null when it stays a file. */
export type Imports = (path: string) => CleanCss | null;

/** Whether the book contains a file. */
type Has = (path: string) => boolean;

/**
 * Returns CSS without external addresses, with EPUB property names replaced by the current ones. `from` is the path of the file,
 * `base` that of the file it is written into. Addresses of files for which `has` is false are removed.
 */
export function cleanCss(text: string, from: string, find?: Find, imports?: Imports, base = from, has: Has = () => true): CleanCss {
  const made = cleaned(text, from, find, imports, base, has);
  return imports && LEADS.test(made.css) ? cleaned(text, from, find, undefined, base, has) : made;
}

/** A browser reads these rules only before any other rule: after an inlined sheet they would be ignored. */
const LEADS = /@(import|namespace)/i;

function cleaned(text: string, from: string, find: Find | undefined, imports: Imports | undefined, base: string, has: Has): CleanCss {
  const refs: string[] = [];
  const outside: string[] = [];
  /** Returns the token when its address is allowed, with the address rewritten if needed (searched from position `after`); null otherwise. */
  const kept = (piece: string, quoted: string, after: number): string | null => {
    const address = withoutEscapes(quoted).replace(/^["']|["']$/g, '');
    const target = targetOf(address, from, find);
    if (target.kind === 'web' || target.kind === 'refused') outside.push(address);
    if (target.kind !== 'inside') return target.kind === 'here' || (target.kind === 'data' && KEPT_DATA.test(target.type)) ? piece : null;
    if (target.leaks) return null;
    refs.push(target.path);
    // A file that is not in the book is not requested.
    if (!has(target.path)) return null;
    if (!target.strays && base === from) return piece;
    const at = piece.indexOf(quoted, after + 1);
    const written = hrefBetween(base, target.path) + target.fragment.replace(/["\\<>&]/g, encodeURIComponent);
    return `${piece.slice(0, at)}"${written}"${piece.slice(at + quoted.length)}`;
  };
  /**
   * Returns the imported sheet inline, so that a page requests one sheet and the import is sanitised like any other; null when it must
   * stay a file.
   */
  const imported = (piece: string, quoted: string, before: string): string | null => {
    const media = piece.slice(piece.lastIndexOf(quoted) + quoted.length).replace(/^\s*\)|;$/g, '');
    const target = targetOf(withoutEscapes(quoted).replace(/^["']|["']$/g, ''), from, find);
    if (target.kind !== 'inside' || target.leaks || /layer|supports|;/i.test(media) || before.includes('{')) return null;
    const sheet = imports?.(target.path);
    if (!sheet || LEADS.test(sheet.css) || !isBalanced(sheet.css)) return null;
    refs.push(...sheet.refs);
    outside.push(...sheet.outside);
    return media.trim() ? `@media ${media.trim()}{${sheet.css}}` : sheet.css;
  };
  const css = renamed(
    plainLetters(text.replace(/\r\n?|\f/g, '\n').replace(/<!--|-->/g, ''))
      .replace(LONG_BLANK, ' ')
      .replace(PIECES, (whole, ...rest) => {
        const found = rest.at(-1) as Record<Piece, string | undefined>;
        if (found.name !== undefined) return isFetching(whole, rest.at(-2) as string, rest.at(-3) as number) ? `x-${whole}` : whole;
        if (found.namespace !== undefined) return whole;
        if (found.unread !== undefined) return `@x-${found.unread.slice(1)}`;
        const sheet = found.import ?? found.importString;
        if (sheet !== undefined)
          return (
            imported(whole, sheet, (rest.at(-2) as string).slice(0, rest.at(-3) as number)) ??
            kept(whole, sheet, found.import === undefined ? '@import'.length - 1 : whole.indexOf('(')) ??
            ''
          );
        if (found.url !== undefined) return kept(whole, found.url, whole.indexOf('(')) ?? NOTHING;
        if (found.torn !== undefined) return NOTHING;
        if (found.string !== undefined) return isWhole(found.string) && !leadsElsewhere(found.string) ? whole : '""';
        return ' ';
      })
      .replace(/expression\s*\(/gi, 'none(')
      .replace(/(-moz-binding|behavior)\s*:/gi, 'x-$1:'),
  );
  return { css, refs, outside, vertical: verticalSelectors(css) };
}

/** An unclosed block would include the following rules, and an extra brace would close the surrounding block. */
function isBalanced(css: string): boolean {
  let open = 0;
  for (const [sign] of css.matchAll(/[{}]/g)) if ((open += sign === '{' ? 1 : -1) < 0) return false;
  return open === 0 && !css.endsWith('\\');
}

const PASSES = 8;

/** Decodes escaped letters (`\75rl`), so that they hide nothing; escapes that keep producing new ones are removed. */
function plainLetters(css: string): string {
  let now = css;
  for (let pass = 0; pass < PASSES; pass++) {
    const before = now;
    now = before.replace(/\\(?:([0-9a-f]{1,6})[ \t\n]?|([^\n]))/gi, (whole, hex: string | undefined, sign: string | undefined) => {
      if (hex === undefined) return /[g-z@]/i.test(sign ?? '') ? (sign ?? '') : whole;
      const code = Number.parseInt(hex, 16);
      return (code >= 0x40 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) ? String.fromCharCode(code) : whole;
    });
    if (now === before) return now;
  }
  return now.replaceAll('\\', '');
}

const isWhole = (string: string): boolean => string.length > 1 && /^(["'])(?:[^\\]|\\[\s\S])*\1$/.test(string);

/** Functions that read any string as an address, even from a variable; books have a plain address before them for older readers. */
const isFetching = (name: string, css: string, at: number): boolean =>
  css[at + name.length] === '(' && /^(-\w+-)?(image-set|image|src)$/i.test(withoutEscapes(name));

/** Matches what other functions read as an address; a browser ignores blanks and tabs in it. */
// oxlint-disable-next-line no-control-regex
const leadsElsewhere = (string: string): boolean => ELSEWHERE.test(withoutEscapes(string).replace(/[\u0000-\u0020]/g, ''));

const withoutEscapes = (text: string): string =>
  text
    .replace(/\\\r?\n/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_whole, hex: string) => String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)))
    .replace(/\\(.)/g, '$1');

const RENAMED: Readonly<Record<string, string>> = { 'text-combine': 'text-combine-upright', 'text-combine-horizontal': 'text-combine-upright' };
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text-combine-upright': { horizontal: 'all' },
  'text-orientation': { 'vertical-right': 'mixed', 'rotate-normal': 'mixed', 'rotate-right': 'sideways', 'sideways-right': 'sideways' },
  'text-transform': { '-epub-fullwidth': 'full-width' },
  'writing-mode': { 'tb-rl': 'vertical-rl', 'tb-lr': 'vertical-lr', 'lr-tb': 'horizontal-tb' },
  'word-break': {},
};

/** Paginated text has no fixed viewport, so the reader client sets the replacement value. On a fixed-layout page it stays fixed. */
const FIXED = /((?:^|[;{\s"'])position\s{0,200}:\s{0,200})fixed\b/gi;

const FULL_WIDTH = /(\btext-transform\s{0,200}:[^;{}]{0,200}?)-epub-fullwidth\b/gi;

function renamed(css: string): string {
  return css
    .replace(FULL_WIDTH, '$1full-width')
    .replace(FIXED, '$1var(--fixed,fixed)')
    .replace(/(^|[{;\s])-epub-([a-z-]+)(\s*:\s*)([^;{}!]*)/gi, (_whole, before: string, name: string, colon: string, value: string) => {
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
