import type { NodeMethod } from '../../contract/workflow/node-settings.ts';
import type { FlowSketch } from '../../server/workflow/engine/bpmn-sketch.ts';
import { APPLY, byPerson, END, START, taskNode } from './flow-fixture.ts';

/** A structured definition: the model of the random walks runs this tree, the server runs the BPMN that is written from it. */
export type Block =
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly method: NodeMethod;
      readonly people: readonly string[];
      readonly need: number;
      readonly limited: boolean;
    }
  | { readonly kind: 'seq'; readonly id: string; readonly of: readonly Block[] }
  | { readonly kind: 'xor' | 'par' | 'inc'; readonly id: string; readonly of: readonly Block[] };
export type TaskBlock = Extract<Block, { kind: 'task' }>;

/** Numbers from 0 to 1 by a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
export const pick = <T>(random: () => number, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

const METHODS: readonly NodeMethod[] = ['claim', 'any', 'all', 'ratio', 'sequence'];
/** Blocks after which no more gateways are added: a definition has at most 1 000 nodes and flows. */
const MOST_BLOCKS = 80;
/** Basis points. */
export const RATIO = 6_000;

/** Generates a tree of at most `depth` levels. Each task has one to three people of `people`. */
export function randomTree(random: () => number, people: readonly string[], depth = 3): Block {
  let made = 0;
  const task = (): TaskBlock => {
    const some = people.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 3));
    const method = pick(random, METHODS);
    const need = method === 'claim' || method === 'any' ? 1 : method === 'ratio' ? Math.ceil((some.length * RATIO) / 10_000) : some.length;
    return { kind: 'task', id: `t${made++}`, method, people: some, need, limited: random() < 0.2 };
  };
  const block = (left: number): Block => {
    if (left === 0 || made > MOST_BLOCKS || random() < 0.5) return task();
    const kind = pick(random, ['xor', 'par', 'inc'] as const);
    return { kind, id: `g${made++}`, of: Array.from({ length: 2 + Math.floor(random() * 2) }, () => seq(left - 1, 1)) };
  };
  const seq = (left: number, least: number): Block => ({
    kind: 'seq',
    id: `q${made++}`,
    of: Array.from({ length: least + Math.floor(random() * 2) }, () => block(left)),
  });
  return seq(depth, 3);
}

const GATEWAYS = { xor: 'exclusiveGateway', par: 'parallelGateway', inc: 'inclusiveGateway' } as const;
/** Variable that decides about branch `index` of a gateway. */
export const branchVariable = (id: string, index: number): string => `${id}_${index}`;

/** Writes the tree as BPMN: each gateway block is a split and a join. */
export function sketchOf(tree: Block, idOf: (name: string) => number): Pick<FlowSketch, 'nodes' | 'flows'> {
  const nodes: FlowSketch['nodes'][number][] = [START, APPLY];
  const flows: string[] = ['s -> apply'];
  /** Adds a block after the node `from`; returns its last node. */
  const add = (block: Block, from: string, condition = ''): string => {
    if (block.kind === 'seq') {
      let [last, first] = [from, condition];
      for (const one of block.of) {
        last = add(one, last, first);
        first = '';
      }
      return last;
    }
    flows.push(`${from} -> ${block.kind === 'task' ? block.id : `${block.id}_split`} ${condition}`);
    if (block.kind === 'task') {
      const { id, method, people, limited } = block;
      nodes.push(taskNode(id, { who: byPerson(...people.map(idOf)), method, ratio: RATIO, timeout: limited ? { hours: 1, action: 'pass' } : null }));
      return id;
    }
    const [split, join] = [`${block.id}_split`, `${block.id}_join`];
    nodes.push([split, GATEWAYS[block.kind]], [join, GATEWAYS[block.kind]]);
    for (const [index, one] of block.of.entries()) {
      const last = add(one, split, block.kind === 'par' ? '' : `\${${branchVariable(block.id, index)} == true}`);
      flows.push(`${last} -> ${join}`);
    }
    return join;
  };
  const last = add(tree, 'apply');
  flows.push(`${last} -> e`);
  return { nodes: [...nodes, END], flows };
}

/** Chooses the branches of all gateways: one of an exclusive gateway, at least one of an inclusive one. */
export function randomChoices(random: () => number, tree: Block, into: Record<string, boolean> = {}): Record<string, boolean> {
  if (tree.kind === 'task') return into;
  if (tree.kind === 'xor' || tree.kind === 'inc') {
    const sure = Math.floor(random() * tree.of.length);
    tree.of.forEach((_one, index) => (into[branchVariable(tree.id, index)] = index === sure || (tree.kind === 'inc' && random() < 0.5)));
  }
  for (const one of tree.of) randomChoices(random, one, into);
  return into;
}
