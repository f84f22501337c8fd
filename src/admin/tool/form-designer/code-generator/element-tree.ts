/** An element of a template. User text reaches the printed code only through these functions. */
export interface ElementNode {
  readonly tag: string;
  readonly attributes: readonly Attribute[];
  readonly children: readonly Child[];
}

export type Child = ElementNode | { readonly text: string } | { readonly expression: string };

/** `code` is an expression of ours; `text` is the user's. Neither: an attribute without a value. */
export interface Attribute {
  readonly name: string;
  readonly text?: string;
  readonly code?: string;
}

export const element = (tag: string, attributes: readonly (Attribute | null)[], children: readonly (Child | null)[] = []): ElementNode => ({
  tag,
  attributes: attributes.filter((one) => one !== null),
  children: children.filter((one) => one !== null),
});

export const flag = (name: string): Attribute => ({ name });
export const plain = (name: string, text: string): Attribute => ({ name, text });
export const bound = (name: string, code: string): Attribute => ({ name: `:${name}`, code });
/** A directive or an event, such as `v-model` and `@click`. */
export const directive = (name: string, code: string): Attribute => ({ name, code });
export const words = (text: string): Child => ({ text });

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] as string);

/** A text as a literal inside an expression of a template: without characters that end an interpolation, a tag or a line. */
export const templateLiteral = (text: string): string =>
  `'${[...text]
    .map((one) => {
      if (one === '\\' || one === "'") return `\\${one}`;
      if (/[{}<>&`"]/.test(one) || one < ' ' || one === '\u007f') return `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`;
      return one === '\u2028' || one === '\u2029' ? `\\u${one.charCodeAt(0).toString(16)}` : one;
    })
    .join('')}'`;

/** Text that the template compiler would not leave as it is: interpolations, line breaks, spaces at the ends. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NEEDS_LITERAL = /\{\{|\}\}|[\u0000-\u001f\u2028\u2029]|^\s|\s$|\s\s/;
const needsLiteral = (text: string): boolean => NEEDS_LITERAL.test(text);

function printAttribute({ name, text, code }: Attribute): string {
  if (code !== undefined) return `${name}="${escaped(code)}"`;
  if (text === undefined) return name;
  return needsLiteral(text) ? `:${name}="${escaped(templateLiteral(text))}"` : `${name}="${escaped(text)}"`;
}

/** Elements without content and end tag. */
const EMPTY = new Set(['br', 'img', 'input', 'hr']);

export function printElement(node: Child): string {
  if ('text' in node) return node.text === '' ? '' : needsLiteral(node.text) ? `{{ ${escaped(templateLiteral(node.text))} }}` : escaped(node.text);
  if ('expression' in node) return `{{ ${node.expression} }}`;
  const attributes = node.attributes.map((one) => ` ${printAttribute(one)}`).join('');
  if (EMPTY.has(node.tag)) return `<${node.tag}${attributes} />`;
  // Elements on lines of their own; the template compiler drops the line breaks between them.
  const lines = node.children.length > 0 && node.children.every((child) => 'tag' in child);
  const inside = node.children.map(printElement).join(lines ? '\n' : '');
  return `<${node.tag}${attributes}>${lines ? `\n${inside}\n` : inside}</${node.tag}>`;
}
