import { ENTITIES } from './entities.ts';
import { EpubError } from './problem.ts';
import type { Findings } from './findings.ts';
import { readLooseXml, readXml, withKnownPrefixes, type MarkupListener } from './markup.ts';

/** An element of a package, navigation or container file; it has only local names. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** All text inside it, unchanged. */
  readonly text: string;
}

interface Growing {
  name: string;
  attributes: Record<string, string>;
  children: Growing[];
  text: string;
}

const DEPTH = 200;
/** A character reference that XML does not allow. */
const BAD_REFERENCE = /&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/gi;
/** A bare `&` in an address or a title, as people write it. */
const BARE_SIGN = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[A-Za-z][\w.-]{0,63};)/gi;

/** The file contains no element. */
export class UnreadableXml extends EpubError {}

/** The reading of a ruby is not part of a label. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['rt', 'rp', 'rtc']);

/**
 * Returns the elements of a file. A file that is not well-formed is read as far as possible: control characters and undeclared prefixes
 * are
 * repaired, open elements are closed, and each repair is added to `findings`. Throws `EpubError` for external entities, and for
 * a file without any element.
 */
export function xmlTree(text: string, file: string, findings?: Findings): Element {
  const attempts: readonly (() => Element)[] = [
    () => treeOf((listener) => readXml(text, file, listener), file),
    () => treeOf((listener) => readXml(text.replace(BARE_SIGN, '&amp;'), file, listener), file),
    () => treeOf((listener) => readXml(mended(text), file, listener), file),
    () => treeOf((listener) => readLooseXml(xmlText(text), listener), file),
  ];
  for (const [at, attempt] of attempts.entries()) {
    try {
      const tree = attempt();
      if (tree.children.length === 0) continue;
      // Every reader accepts a bare `&`, so it is not reported.
      if (at === 2) findings?.repaired(file, '里有XML不允许的字符、没有声明的前缀或不规范的声明，已修复');
      if (at === 3) findings?.repaired(file, '不是正确的XML（可能被截断），已按读得出来的部分处理；请用电子书工具检查后重新导出');
      return tree;
    } catch (error) {
      if (error instanceof EpubError) throw error;
    }
  }
  throw new UnreadableXml(`“${file}”不是正确的XML，无法读取；请用电子书工具检查后重新导出`);
}

/** Removes what XML does not allow but most programs accept; no content is lost. */
export const cleaned = (text: string): string =>
  withKnownPrefixes(
    xmlText(text)
      .replace(BAD_REFERENCE, '')
      .replace(/<\?xml\s[^>]*\?>/gi, '')
      .replace(/^[^<]*/, '')
      .replace(/<!doctype/i, '<!DOCTYPE'),
  );

/** Also repairs undeclared entities and bare `&`. */
const mended = (text: string): string =>
  cleaned(text)
    .replace(BARE_SIGN, '&amp;')
    .replace(/&([A-Za-z][\w.-]{0,63});/g, (whole, name: string) => (ENTITIES[name] === undefined ? `&amp;${name};` : whole));

function treeOf(read: (listener: MarkupListener) => void, file: string): Element {
  const root: Growing = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  read({
    open(_name, local, attributes) {
      const made: Growing = {
        name: local,
        attributes: Object.fromEntries(attributes.map((one) => [one.local, one.value])),
        children: [],
        text: '',
      };
      const above = open.at(-1);
      above?.children.push(made);
      // The two lines of a label must not become one word.
      if (above && local === 'br') above.text += ' ';
      if (open.push(made) > DEPTH) throw new EpubError(`“${file}”嵌套过深，无法读取；请用电子书工具检查后重新导出`);
    },
    close() {
      const closed = open.pop();
      const above = open.at(-1);
      if (closed && above && !ANNOTATIONS.has(closed.name)) above.text += closed.text;
    },
    text(piece) {
      const top = open.at(-1);
      if (top) top.text += piece;
    },
  });
  return root;
}

/** Returns every element with that name inside `element`, in document order. */
export function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

export const first = (element: Element, name: string): Element | undefined => all(element, name)[0];

/** Returns the text in one line. */
export const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Returns the text without characters that XML or a database cannot hold. */
export const xmlText = (text: string): string => text.replace(NOT_XML, '').toWellFormed();

/** Returns the text escaped for XML; `signs` are the characters to write as entities. */
export const xmlEscape = (text: string, signs: RegExp = /[&<>"]/g): string => xmlText(text).replace(signs, (sign) => SIGNS[sign] ?? sign);
