import { EpubProblem } from './epub-problem.ts';
import { readXml } from './epub-markup.ts';

/** An element of a package, navigation or container file: local names only. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** All text below it, as it stands. */
  readonly text: string;
}

interface Growing {
  name: string;
  attributes: Record<string, string>;
  children: Growing[];
  text: string;
}

const DEPTH = 200;
/** In an address or a title, as people write it. */
const BARE_SIGN = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[A-Za-z][\w.-]{0,63};)/gi;

/** Throws `EpubProblem` when the file is not well-formed XML, bare `&` apart. */
export function xmlTree(text: string, file: string): Element {
  const root: Growing = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  try {
    readXml(text, file, {
      open(_name, local, attributes) {
        const made: Growing = {
          name: local,
          attributes: Object.fromEntries(attributes.map((one) => [one.local, one.value])),
          children: [],
          text: '',
        };
        open.at(-1)?.children.push(made);
        if (open.push(made) > DEPTH) throw new EpubProblem(`“${file}”嵌套过深，无法读取；请用电子书工具检查后重新导出`);
      },
      close() {
        const closed = open.pop();
        const above = open.at(-1);
        if (closed && above) above.text += closed.text;
      },
      text(piece) {
        const top = open.at(-1);
        if (top) top.text += piece;
      },
    });
  } catch (error) {
    if (error instanceof EpubProblem) throw error;
    const mended = text.replace(BARE_SIGN, '&amp;');
    if (mended !== text) return xmlTree(mended, file);
    throw new EpubProblem(`“${file}”不是正确的XML，无法读取；请用电子书工具检查后重新导出`);
  }
  return root;
}

/** Every element of that name below `element`, in document order. */
export function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

export const first = (element: Element, name: string): Element | undefined => all(element, name)[0];

/** Text in one line. */
export const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text without the characters that XML, and a database, cannot hold. */
export const xmlText = (text: string): string => text.replace(NOT_XML, '').toWellFormed();

/** Text as it may stand in XML; `signs` are those to be written as entities. */
export const xmlEscape = (text: string, signs: RegExp = /[&<>"]/g): string => xmlText(text).replace(signs, (sign) => SIGNS[sign] ?? sign);
