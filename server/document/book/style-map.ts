import { childOf, childrenOf, type XmlElement } from '../xml-tree.ts';
import { partOf, type DocxPart } from '../docx/docx-package.ts';
import { styleKey } from '../docx/style-ids.ts';

const HEADING_NAME = /^(?:heading|标题)\s*([1-9])$/i;
const BASED_MOST = 20;

/** A paragraph style that a document uses. */
export interface UsedStyle {
  readonly name: string;
  readonly count: number;
  /** The first text in it. */
  readonly sample: string;
  /** What it becomes now: `h1` to `h6`, `body`, or what the editor chose. */
  readonly role: string;
}
const SAMPLE = 40;

/** Properties of styles with what they inherit. */
export class StyleMap {
  readonly #styles: ReadonlyMap<string, XmlElement>;
  readonly #defaultParagraph: string;

  readonly #roles: ReadonlyMap<string, string>;
  readonly #used = new Map<string, { count: number; sample: string; role: string }>();

  /** `roles` are what the editor chose, by the name of a style. */
  constructor(main: DocxPart, roles: ReadonlyMap<string, string> = new Map()) {
    this.#roles = new Map([...roles].map(([name, role]) => [styleKey(name), role]));
    const root = partOf(main, 'styles')?.xml?.root;
    const all = root ? childrenOf(root, 'w:style') : [];
    this.#styles = new Map(all.map((style) => [style.attributes['w:styleId'] ?? '', style]));
    this.#defaultParagraph =
      all.find(({ attributes }) => attributes['w:type'] === 'paragraph' && /^(1|true|on)$/.test(attributes['w:default'] ?? ''))?.attributes[
        'w:styleId'
      ] ?? '';
  }

  /** A style and those on which it is based, nearest first. */
  #chain(styleId: string): XmlElement[] {
    const chain: XmlElement[] = [];
    let next = this.#styles.get(styleId);
    while (next && chain.length < BASED_MOST && !chain.includes(next)) {
      chain.push(next);
      next = this.#styles.get(childOf(next, 'w:basedOn')?.attributes['w:val'] ?? '');
    }
    return chain;
  }

  styleOf(paragraph: XmlElement): string {
    const props = childOf(paragraph, 'w:pPr');
    return (props && childOf(props, 'w:pStyle')?.attributes['w:val']) ?? this.#defaultParagraph;
  }

  nameOf(styleId: string): string {
    const style = this.#styles.get(styleId);
    return (style && childOf(style, 'w:name')?.attributes['w:val']) ?? styleId;
  }

  /** A property of a paragraph: its own, or the nearest of its styles. */
  paragraphProperty(paragraph: XmlElement, name: string): XmlElement | undefined {
    const props = childOf(paragraph, 'w:pPr');
    const own = props && childOf(props, name);
    if (own) return own;
    for (const style of this.#chain(this.styleOf(paragraph))) {
      const inherited = childOf(style, 'w:pPr');
      const found = inherited && childOf(inherited, name);
      if (found) return found;
    }
    return undefined;
  }

  /** A property of a run: its own, that of its character style, or that of the paragraph style. */
  runProperty(run: XmlElement, paragraph: XmlElement | null, name: string): XmlElement | undefined {
    const props = childOf(run, 'w:rPr');
    const own = props && childOf(props, name);
    if (own) return own;
    const styles = [props ? (childOf(props, 'w:rStyle')?.attributes['w:val'] ?? '') : '', paragraph ? this.styleOf(paragraph) : ''];
    for (const styleId of styles)
      for (const style of this.#chain(styleId)) {
        const inherited = childOf(style, 'w:rPr');
        const found = inherited && childOf(inherited, name);
        if (found) return found;
      }
    return undefined;
  }

  /** What the editor chose for the style of a paragraph; empty when the document decides. */
  roleOf(paragraph: XmlElement): string {
    const role = this.#roles.get(styleKey(this.nameOf(this.styleOf(paragraph)))) ?? 'auto';
    return role === 'auto' ? '' : role;
  }

  /** Notes a paragraph with its text for the list of styles. */
  note(paragraph: XmlElement, text: string): void {
    const name = this.nameOf(this.styleOf(paragraph)) || 'Normal';
    const found = this.#used.get(name);
    const level = this.headingLevel(paragraph);
    const role = this.roleOf(paragraph) || (level > 0 ? `h${level}` : 'body');
    this.#used.set(name, { count: (found?.count ?? 0) + 1, sample: found?.sample || [...text].slice(0, SAMPLE).join(''), role: found?.role ?? role });
  }

  /** The styles in the order of their first paragraph. */
  get used(): UsedStyle[] {
    return [...this.#used].map(([name, one]) => ({ name, ...one }));
  }

  /** Heading level 1 to 6 from the choice of the editor, or from the outline level or the name of a style; 0 for text. */
  headingLevel(paragraph: XmlElement): number {
    const role = this.roleOf(paragraph);
    if (role !== '') return /^h[1-6]$/.test(role) ? Number(role.slice(1)) : 0;
    const outline = this.paragraphProperty(paragraph, 'w:outlineLvl')?.attributes['w:val'];
    if (outline !== undefined && Number(outline) < 9) return Math.min(6, Number(outline) + 1);
    if (outline !== undefined) return 0;
    for (const style of this.#chain(this.styleOf(paragraph))) {
      const named = HEADING_NAME.exec(childOf(style, 'w:name')?.attributes['w:val'] ?? '')?.[1];
      if (named) return Math.min(6, Number(named));
    }
    return 0;
  }
}

/** Whether an on/off property is on. */
export const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined && !['0', 'false', 'off', 'none'].includes(element.attributes['w:val'] ?? '');
