import { INLINE, isEmptyTag, tagName, tokensOf } from './tokens.ts';

/** Maximum characters of a block. A browser lays out a block as a whole, so a longer one delays every page turn. */
const MOST = 4_000;
/** Minimum characters of a part, so that no part is very short. */
const LEAST = 2_000;

/** Blocks whose text is put into `div` elements; a paragraph cannot contain one and is split into several. */
const HOLDERS: ReadonlySet<string> = new Set(
  'body div section article aside main header footer nav blockquote li dd dt td th figcaption caption center address details fieldset pre h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
);
const EMPTY: ReadonlySet<string> = new Set(['br', 'img', 'wbr']);
/** Elements that are not split: they are indivisible, or contain no text of the page. */
const WHOLE: ReadonlySet<string> = new Set(
  'head style title svg math ruby table select button textarea object iframe audio video picture summary label script template'.split(' '),
);
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'caption']);

/** Removes what would show the start or end of a paragraph at a split. */
const BEGINS = 'text-indent:0!important;margin-block-start:0!important;padding-block-start:0!important;border-block-start:0!important';
const ENDS = 'margin-block-end:0!important;padding-block-end:0!important;border-block-end:0!important';

interface Open {
  readonly name: string;
  /** The start tag as written in the output. */
  readonly tag: string;
  readonly at: number;
}

/** A run of text and inline content directly in a block. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits very long blocks of a document at the ends of sentences and lines, without a visible change:
 * no indent, margin or border at the split, ids only on the first part, inline elements closed and reopened. Text and element
 * order stay unchanged.
 */
export function splitLongBlocks(markup: string): string {
  if (markup.length <= MOST) return markup;
  const tokens = tokensOf(markup);
  const out: string[] = [];
  let at = 0;
  for (const run of longRuns(tokens)) {
    const around = openAt(tokens, run.from);
    const [block] = around;
    if (block?.name === 'p' && block.at >= at) tokens[block.at] = withStyle(block.tag, ENDS);
    out.push(...tokens.slice(at, run.from));
    at = run.to;
    new Cutter(around, out).cut(tokens.slice(run.from, run.to));
  }
  return at === 0 ? markup : out.concat(tokens.slice(at)).join('');
}

/** Returns runs that are too long, in blocks that may be split. */
function longRuns(tokens: readonly string[]): Run[] {
  const found: Run[] = [];
  const open: string[] = [];
  /** Depth of the outermost indivisible element; table cells inside it are still examined. */
  let from = -1;
  let length = 0;
  const end = (to: number): void => {
    if (from >= 0 && length > MOST && isCut(open)) found.push({ from, to });
    from = -1;
    length = 0;
  };
  for (const [at, token] of tokens.entries()) {
    const name = tagName(token);
    if (name === '') {
      if (from < 0) from = at;
      length += token.length;
      continue;
    }
    const bare = name.replace('/', '');
    if (INLINE.has(bare) || EMPTY.has(bare)) {
      if (from < 0) from = at;
      continue;
    }
    // A ruby or a formula is one inline unit.
    if (
      bare === 'ruby' ||
      bare === 'svg' ||
      bare === 'math' ||
      /^(rb|rt|rp|rtc)$/.test(bare) ||
      open.some((one) => one === 'ruby' || one === 'svg' || one === 'math')
    ) {
      if (from < 0) from = at;
      if (bare === 'ruby' || bare === 'svg' || bare === 'math') track(open, name, token, bare);
      continue;
    }
    end(at);
    track(open, name, token, bare);
  }
  end(tokens.length);
  return found;
}

function track(open: string[], name: string, token: string, bare: string): void {
  if (isEmptyTag(token)) return;
  if (!name.startsWith('/')) open.push(bare);
  else if (open.at(-1) === bare) open.pop();
}

function isCut(open: readonly string[]): boolean {
  const block = open.at(-1) ?? '';
  if (block !== 'p' && !HOLDERS.has(block)) return false;
  const whole = open.findLastIndex((name) => WHOLE.has(name));
  return whole < 0 || (open[whole] === 'table' && open.slice(whole).some((name) => CELLS.has(name)));
}

/** Returns the elements that are open at the start of a run, up to its block. */
function openAt(tokens: readonly string[], end: number): Open[] {
  const open: Open[] = [];
  for (let at = 0; at < end; at++) {
    const token = tokens[at] ?? '';
    const name = tagName(token);
    if (name === '' || isEmptyTag(token)) continue;
    if (!name.startsWith('/')) open.push({ name, tag: token, at });
    else if (open.at(-1)?.name === name.slice(1)) open.pop();
  }
  const block = open.findLastIndex(({ name }) => !INLINE.has(name));
  return open.slice(Math.max(0, block));
}

/** Writes one run in parts. */
class Cutter {
  readonly #block: Open | undefined;
  readonly #out: string[];
  /** Open inline elements. */
  readonly #inner: Open[];
  #length = 0;
  /** Positions in the output of the start tags of all parts after the first. */
  readonly #parts: number[] = [];

  constructor([block, ...outer]: readonly Open[], out: string[]) {
    this.#block = block;
    this.#inner = outer;
    this.#out = out;
  }

  cut(run: readonly string[]): void {
    let whole = 0;
    for (const [at, token] of run.entries()) {
      const name = tagName(token);
      if (name === '' && whole === 0) this.#text(token);
      else this.#out.push(token);
      if (name === '' || isEmptyTag(token)) {
        // The text after a line break starts on a new line anyway.
        if (name === 'br' && whole === 0 && this.#length >= LEAST && run.slice(at + 1, at + 3).some((next) => next.trim() !== '')) this.#seam();
        continue;
      }
      if (/^\/?(ruby|svg|math)$/.test(name)) whole += name.startsWith('/') ? -1 : 1;
      if (INLINE.has(name)) this.#inner.push({ name, tag: token, at });
      else if (name.startsWith('/') && this.#inner.at(-1)?.name === name.slice(1)) this.#inner.pop();
    }
    this.#end();
  }

  #text(text: string): void {
    let rest = text;
    while (this.#length + rest.length > MOST) {
      const end = borderIn(rest, MOST - this.#length, LEAST - this.#length);
      this.#out.push(rest.slice(0, end));
      rest = rest.slice(end);
      if (rest === '') return;
      this.#seam();
    }
    this.#out.push(rest);
    this.#length += rest.length;
  }

  #seam(): void {
    this.#closeInner();
    const isParagraph = this.#block?.name === 'p';
    if (isParagraph) this.#out.push(`</${nameIn(this.#block?.tag ?? '')}>`);
    else if (this.#parts.length > 0) this.#out.push('</div>');
    this.#parts.push(this.#out.length);
    this.#out.push(
      isParagraph ? marked(withStyle(withoutIds(this.#block?.tag ?? ''), `${BEGINS};${ENDS}`)) : marked(`<div style="${BEGINS};${ENDS}">`),
    );
    this.#reopenInner();
    this.#length = 0;
  }

  #end(): void {
    const last = this.#parts.at(-1);
    if (last === undefined) return;
    // The last part keeps the end style of the paragraph.
    if (this.#block?.name === 'p') this.#out[last] = marked(withStyle(withoutIds(this.#block.tag), BEGINS));
    else {
      this.#closeInner();
      this.#out.push('</div>');
      this.#reopenInner();
    }
  }

  #closeInner(): void {
    for (const { tag } of this.#inner.toReversed()) this.#out.push(`</${nameIn(tag)}>`);
  }

  #reopenInner(): void {
    for (const { tag } of this.#inner) this.#out.push(withoutIds(tag));
  }
}

const SENTENCE = /[。！？!?…]["'”’」』）)\]】》]*|[.;]["'”’)\]]*(?=\s)|\n/g;
const CLAUSE = /[，、；：,:]|\s/g;
/** Length of the longest character reference in the output: `&quot;`. */
const REFERENCE = 6;

/**
 * Returns where to split a text with room for `most` characters: after a sentence, else after a clause or a blank, else anywhere except
 * within a character.
 */
function borderIn(text: string, most: number, least: number): number {
  const slice = text.slice(0, Math.max(0, most));
  const behind = (ending: RegExp): number => {
    let end = 0;
    for (const found of slice.matchAll(ending)) end = found.index + found[0].length;
    return end;
  };
  const sentence = behind(SENTENCE);
  if (sentence > least) return sentence;
  const clause = behind(CLAUSE);
  if (clause > least) return clause;
  // There is already enough text before this one.
  if (least < 0) return 0;
  const reference = slice.lastIndexOf('&');
  if (reference > slice.length - REFERENCE && !slice.slice(reference).includes(';')) return reference;
  return /[\ud800-\udbff]$/.test(slice) ? slice.length - 1 : slice.length;
}

const nameIn = (tag: string): string => /^<([\w:.-]+)/.exec(tag)?.[1] ?? '';
/** Marks a part, so that the reader page can treat the parts as one paragraph. */
const marked = (tag: string): string => tag.replace(/>$/, ' data-part="">');
const withoutIds = (tag: string): string => tag.replace(/\s(?:xml:)?id="[^"]*"/g, '').replace(/\sname="[^"]*"/g, '');

function withStyle(tag: string, style: string): string {
  if (/\sstyle="/.test(tag)) return tag.replace(/(\sstyle="[^"]*?);?\s*"/, (_whole, before: string) => `${before};${style}"`);
  return tag.replace(/>$/, ` style="${style}">`);
}
