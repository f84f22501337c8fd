import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface VacuousTest {
  readonly line: number;
  readonly title: string;
  /** What may be empty, as the source says it. */
  readonly over: string;
  readonly why: 'every' | 'loop';
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const children = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

const LOOPS: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'every', 'some']);
/** Results of these calls have an element whatever they get. */
const TEST_CALLS: ReadonlySet<string> = new Set(['test', 'it']);

const called = (node: Node): string => {
  const callee = node['callee'] as Node | undefined;
  if (!callee) return '';
  if (callee.type === 'Identifier') return String(callee['name']);
  const object = callee['object'] as Node | undefined;
  // `test.each(…)(…)` and `test.for(…)(…)` are calls of the result of a call.
  if (callee.type === 'CallExpression') return called(callee);
  return object?.type === 'Identifier' ? String(object['name']) : '';
};

const property = (node: Node): string => {
  const callee = node['callee'] as Node | undefined;
  return callee?.type === 'MemberExpression' ? String((callee['property'] as Node)['name'] ?? '') : '';
};

const bare = (node: Node): Node =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression', 'AwaitExpression'].includes(node.type)
    ? bare((node['expression'] ?? node['argument']) as Node)
    : node;

/**
 * Finds tests that pass when nothing is there: an expectation that all elements of a list have a property, and tests whose every expectation
 * is inside a loop, unless the list is written in the source or its length is expected before.
 */
export function vacuousTests(path: string, source: string): VacuousTest[] {
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const root = program as unknown as Node;
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const written = new Set<string>();
  collect(root, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node['init']) && hasElements(node['init']))
      written.add(text(node['id'] as Node).split(':')[0] ?? '');
  });
  /** Whether a list cannot be empty, as the source shows. */
  function hasElements(given: Node): boolean {
    const node = bare(given);
    if (node.type === 'ArrayExpression')
      return (node['elements'] as (Node | null)[]).some(
        (one) => one !== null && (one.type !== 'SpreadElement' || hasElements(one['argument'] as Node)),
      );
    if (node.type === 'ObjectExpression') return (node['properties'] as Node[]).some((one) => one.type !== 'SpreadElement');
    if (node.type === 'Literal') return typeof node['value'] === 'string' && node['value'] !== '';
    // Constants of the product, such as `STAGES`, are lists that types or their own tests hold.
    if (node.type === 'Identifier') return written.has(String(node['name'])) || /^[A-Z][A-Z0-9_]+$/.test(String(node['name']));
    if (node.type === 'MemberExpression') return /^[A-Z][A-Z0-9_]*\b/.test(text(node)) && !node['computed'];
    if (node.type === 'ConditionalExpression') return hasElements(node['consequent'] as Node) && hasElements(node['alternate'] as Node);
    if (node.type === 'NewExpression') {
      const first = (node['arguments'] as Node[])[0];
      return first !== undefined && hasElements(first);
    }
    if (node.type !== 'CallExpression') return false;
    const callee = node['callee'] as Node;
    const args = node['arguments'] as Node[];
    if (callee.type !== 'MemberExpression') return false;
    const name = property(node);
    if (['from', 'entries', 'keys', 'values', 'all'].includes(name) && args[0])
      return hasElements(args[0]) || /^\{ ?length/.test(text(args[0])) || hasElements(callee['object'] as Node);
    return ['entries', 'keys', 'values', 'map', 'toSorted', 'toReversed', 'reverse', 'sort', 'concat', 'split', 'join'].includes(name)
      ? hasElements(callee['object'] as Node)
      : false;
  }

  const found: VacuousTest[] = [];
  collect(root, (node) => {
    if (node.type !== 'CallExpression' || !TEST_CALLS.has(called(node))) return;
    const body = (node['arguments'] as Node[]).find(({ type }) => /Function/.test(type));
    if (!body) return;
    const title = text((node['arguments'] as Node[])[0] as Node);
    const line = source.slice(0, node.start).split('\n').length;
    const whole = text(body);
    /** Whether the test expects something of the length or the elements of a list. */
    const measured = (over: string): boolean => {
      const name = over.replace(/^await /, '').replace(/\.(entries|keys|values|map|filter|toSorted)\([\s\S]*$/, '');
      const safe = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return new RegExp(
        `expect\\(\\s*(await )?${safe}(\\.(length|size|map\\()|\\)\\.(not\\.toEqual\\(\\[\\]|not\\.toHaveLength\\(0|toHaveLength\\([1-9A-Za-z]|toEqual\\((\\[[^\\]]|[^\\[)])|toMatchObject\\(\\[[^\\]]|toContain))`,
      ).test(whole);
    };
    let plain = 0;
    const looped: string[] = [];
    const seen = new Set<Node>();
    const visit = (at: Node, loops: readonly string[]): void => {
      if (seen.has(at)) return;
      seen.add(at);
      let inside = loops;
      if (at.type === 'CallExpression' && called(at) === 'expect' && (at['callee'] as Node).type === 'Identifier') {
        const asked = (at['arguments'] as Node[])[0];
        const value = asked ? bare(asked) : undefined;
        if (value?.type === 'CallExpression' && property(value) === 'every') {
          const list = (value['callee'] as Node)['object'] as Node;
          if (!hasElements(list) && !measured(text(list)))
            found.push({ line: source.slice(0, at.start).split('\n').length, title, over: text(list), why: 'every' });
        }
        if (loops.length === 0) plain += 1;
        else looped.push(loops[0] ?? '');
      }
      if (at.type === 'ForOfStatement' || at.type === 'ForInStatement') {
        const list = at['right'] as Node;
        visit(list, loops);
        if (!hasElements(list) && !measured(text(list))) inside = [...loops, text(list)];
      } else if (at.type === 'CallExpression' && LOOPS.has(property(at)) && (at['arguments'] as Node[]).some(({ type }) => /Function/.test(type))) {
        const list = (at['callee'] as Node)['object'] as Node;
        visit(at['callee'] as Node, loops);
        if (!hasElements(list) && !measured(text(list))) inside = [...loops, text(list)];
      }
      for (const child of children(at)) visit(child, inside);
    };
    visit(body, []);
    if (plain === 0 && looped.length > 0) found.push({ line, title, over: looped[0] ?? '', why: 'loop' });
  });
  return found;
}

function collect(node: Node, each: (node: Node) => void): void {
  each(node);
  for (const child of children(node)) collect(child, each);
}
