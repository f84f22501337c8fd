import { childOf, isElement, type XmlElement, type XmlNode } from '../xml-tree.ts';

const OFF = /^(0|false|off)$/;
const valueOf = (element: XmlElement | undefined): string => element?.attributes['w:val'] ?? '';
/** Style references by the type of their style. */
const STYLE_OF: Readonly<Record<string, string>> = { 'w:pStyle': 'paragraph', 'w:rStyle': 'character', 'w:tblStyle': 'table' };

/**
 * Properties that say what would hold without them. LibreOffice and WPS write them into every paragraph: the default style, left-to-right, aligned at
 * the start, no indents. They count as soon as a style says something else.
 */
export class ParagraphDefaults {
  readonly #styles: ReadonlyMap<string, XmlElement>;
  readonly #defaults = new Map<string, string>();
  /** Properties that the document gives to all paragraphs. */
  readonly #all: readonly XmlElement[];
  readonly #inherited = new Map<string, ReadonlySet<string>>();

  constructor(styles: readonly XmlElement[]) {
    const all = styles.filter(({ name }) => name === 'w:style');
    this.#styles = new Map(all.map((style) => [style.attributes['w:styleId'] ?? '', style]));
    for (const { attributes } of all)
      if (/^(1|true|on)$/.test(attributes['w:default'] ?? '')) this.#defaults.set(attributes['w:type'] ?? '', attributes['w:styleId'] ?? '');
    const defaults = styles.find(({ name }) => name === 'w:docDefaults');
    const paragraph = defaults && childOf(defaults, 'w:pPrDefault');
    this.#all = (paragraph && childOf(paragraph, 'w:pPr'))?.children.filter(isElement) ?? [];
  }

  /** Names of the properties that a style and those on which it is based give to a paragraph. */
  #inheritedBy(styleId: string): ReadonlySet<string> {
    const known = this.#inherited.get(styleId);
    if (known) return known;
    const found = new Set(this.#all.map(({ name }) => name));
    const seen = new Set<string>();
    for (let id = styleId; !seen.has(id); ) {
      seen.add(id);
      const style = this.#styles.get(id);
      const props = style && childOf(style, 'w:pPr');
      for (const one of props?.children ?? []) if (isElement(one)) found.add(one.name);
      id = (style && valueOf(childOf(style, 'w:basedOn'))) ?? id;
    }
    this.#inherited.set(styleId, found);
    return found;
  }

  /** The children of properties that say something. */
  without(props: XmlElement): readonly XmlNode[] {
    const paragraph = props.name === 'w:pPr';
    const style = paragraph ? valueOf(childOf(props, 'w:pStyle')) || (this.#defaults.get('paragraph') ?? '') : '';
    return props.children.filter((one) => {
      if (!isElement(one)) return true;
      const type = STYLE_OF[one.name];
      if (type !== undefined) return valueOf(one) !== this.#defaults.get(type);
      if (!paragraph || !/^w:(bidi|jc|ind)$/.test(one.name)) return true;
      const inherited = this.#inheritedBy(style);
      if (inherited.has(one.name)) return true;
      if (one.name === 'w:bidi') return !OFF.test(valueOf(one));
      // Lists indent their paragraphs.
      if (one.name === 'w:ind')
        return childOf(props, 'w:numPr') !== undefined || inherited.has('w:numPr') || !Object.values(one.attributes).every((value) => value === '0');
      const turned = childOf(props, 'w:bidi');
      return inherited.has('w:bidi') || (turned !== undefined && !OFF.test(valueOf(turned))) || !/^(start|left)$/.test(valueOf(one));
    });
  }
}
