/** A JSX element. Every attribute is an expression, so text of the user is always a literal inside of one. */
export interface JsxNode {
  readonly tag: string;
  readonly attributes: readonly (readonly [name: string, code: string | true])[];
  readonly children: readonly JsxChild[];
}

export type JsxChild =
  | JsxNode
  | { readonly code: string }
  | { readonly before: string; readonly inside: readonly JsxChild[]; readonly after: string };

export const jsx = (
  tag: string,
  attributes: readonly (readonly [string, string | true] | null)[],
  children: readonly (JsxChild | null)[] = [],
): JsxNode => ({
  tag,
  attributes: attributes.filter((one) => one !== null),
  children: children.filter((one) => one !== null),
});

export const code = (text: string): JsxChild => ({ code: text });

/** Longest line of an opening tag. */
const WIDTH = 110;
const pad = (depth: number): string => '  '.repeat(depth);
const attributeText = ([name, value]: readonly [string, string | true]): string => (value === true ? name : `${name}={${value}}`);

/** Prints an element with two spaces for each level. */
export function printJsx(node: JsxChild, depth: number): string {
  if ('code' in node) return `${pad(depth)}{${node.code}}`;
  if ('before' in node)
    return [`${pad(depth)}{${node.before}`, ...node.inside.map((one) => printJsx(one, depth + 1)), `${pad(depth)}${node.after}}`].join('\n');
  const attributes = node.attributes.map(attributeText);
  const oneLine = [node.tag, ...attributes].join(' ');
  const end = node.children.length === 0 ? ' />' : '>';
  const opening =
    pad(depth).length + oneLine.length + 4 <= WIDTH
      ? `${pad(depth)}<${oneLine}${end}`
      : [`${pad(depth)}<${node.tag}`, ...attributes.map((one) => pad(depth + 1) + one), `${pad(depth)}${end.trim()}`].join('\n');
  if (node.children.length === 0) return opening;
  return [opening, ...node.children.map((one) => printJsx(one, depth + 1)), `${pad(depth)}</${node.tag.replace(/<.*/, '')}>`].join('\n');
}
