import type { XmlElement } from '../xml-tree.ts';
import { isOn } from './style-map.ts';

/** Looks up a property of a run with what it inherits. */
type Property = (name: string) => XmlElement | undefined;

const valueOf = (element: XmlElement | undefined): string => element?.attributes['w:val'] ?? '';

/** Wraps the HTML of a run in the elements of its formats. Classes are those of the style sheet of the book. */
export function runMarkup(html: string, property: Property): string {
  let marked = html;
  const wrap = (tag: string): void => {
    marked = `<${tag}>${marked}</${tag}>`;
  };
  const classes: string[] = [];
  if (isOn(property('w:smallCaps'))) classes.push('small-caps');
  if (isOn(property('w:caps'))) classes.push('caps');
  // 着重号 under the letters, and the circles and commas of other traditions.
  const emphasis = valueOf(property('w:em'));
  if (emphasis !== '' && emphasis !== 'none') classes.push(emphasis === 'circle' ? 'emphasis-circle' : 'emphasis');
  const color = valueOf(property('w:color'));
  const shown = /^[\dA-F]{6}$/i.test(color) && !/^0{6}$/.test(color) ? ` style="color:#${color.toLowerCase()}"` : '';
  const direction = isOn(property('w:rtl')) ? ' dir="rtl"' : '';
  if (classes.length > 0 || shown !== '' || direction !== '')
    marked = `<span${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}${shown}${direction}>${marked}</span>`;
  if (isOn(property('w:strike')) || isOn(property('w:dstrike'))) wrap('s');
  if (valueOf(property('w:u')) !== '' && isOn(property('w:u'))) wrap('u');
  const position = valueOf(property('w:vertAlign'));
  // The number of a note stands high by itself.
  if (!html.includes('epub:type="noteref"')) {
    if (position === 'superscript') wrap('sup');
    else if (position === 'subscript') wrap('sub');
  }
  if (isOn(property('w:i'))) wrap('em');
  if (isOn(property('w:b'))) wrap('strong');
  return marked;
}
