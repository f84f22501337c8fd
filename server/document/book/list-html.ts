import { escapeXml } from '../escape-xml.ts';
import type { ListNumber } from './list-numbers.ts';

/** A list item that is written when the next paragraph shows where its list ends. */
export interface ListItem {
  readonly number: ListNumber;
  readonly html: string;
}

const NATIVE: Readonly<Record<string, string>> = { decimal: '1', lowerLetter: 'a', upperLetter: 'A', lowerRoman: 'i', upperRoman: 'I' };

/** Whether the number is written as text, because browsers do not number so. */
const isPlain = ({ bullet, format, label, value }: ListNumber): boolean =>
  !bullet && !(format in NATIVE && /^[^.．、）)]+[.．]$/.test(label) && (format !== 'decimal' || label === `${value}.` || label === `${value}．`));

function listTags(number: ListNumber): readonly [string, string] {
  if (number.bullet) return ['<ul>', '</ul>'];
  return [isPlain(number) ? '<ol class="plain">' : `<ol type="${NATIVE[number.format] ?? '1'}" start="${number.value}">`, '</ol>'];
}

function itemHtml({ number, html }: ListItem, inner: string): string {
  const plain = isPlain(number);
  const label = plain && number.label !== '' ? `<span class="number">${escapeXml(number.label)}</span>　` : '';
  return `<li${number.bullet || plain ? '' : ` value="${number.value}"`}>${label}${html}${inner}</li>`;
}

/** Lists of the items, nested by level; another list of the document begins a new one. */
export function listHtml(items: readonly ListItem[]): string {
  let html = '';
  for (let at = 0; at < items.length; ) {
    const first = items[at]!.number;
    let end = at;
    while (
      items[end] &&
      (items[end]!.number.level > first.level || (items[end]!.number.level === first.level && items[end]!.number.numId === first.numId))
    )
      end += 1;
    const [open, close] = listTags(first);
    html += open;
    while (at < end) {
      const item = items[at]!;
      let next = at + 1;
      while (next < end && items[next]!.number.level > item.number.level) next += 1;
      html += itemHtml(item, listHtml(items.slice(at + 1, next)));
      at = next;
    }
    html += close;
  }
  return html;
}
