import { branchVariable, type Block, type TaskBlock } from './flow-tree.ts';

/** One open node of the model. */
interface OpenTask {
  /** Users who may claim the only task; empty once somebody has it. */
  candidates: readonly string[];
  /** Users who have a task now, and those of a sequence who come later. */
  readonly members: string[];
  readonly queue: string[];
  agreed: number;
  /** Signers who have a task, signers that a user waits for, and signers after a user. */
  readonly signers: string[];
  readonly before: Map<string, string[]>;
  readonly after: Map<string, string[]>;
}

export interface OpenRow {
  readonly node: string;
  /** Null for a task that candidates may claim. */
  readonly person: string | null;
  readonly signer: boolean;
}

/**
 * The rules of a structured definition, written without tokens: the tree is walked directly. The random walks compare it with the
 * server after each step.
 */
export class FlowModel {
  readonly open = new Map<string, OpenTask>();
  readonly passed = new Set<string>(['apply']);
  completed = 1;
  ended = false;
  readonly #tree: Block;
  readonly #starter: string;
  readonly #choices: Readonly<Record<string, boolean>>;
  /** Branches of a gateway block that are done. */
  readonly #done = new Map<string, Set<string>>();
  readonly #tasks = new Map<string, TaskBlock>();
  readonly #parents = new Map<string, Block>();

  constructor(tree: Block, starter: string, choices: Readonly<Record<string, boolean>>) {
    this.#tree = tree;
    this.#starter = starter;
    this.#choices = choices;
    this.#index(tree);
    this.#enter(tree);
  }

  #index(block: Block): void {
    if (block.kind === 'task') this.#tasks.set(block.id, block);
    else for (const one of block.of) this.#parents.set(one.id, block);
    if (block.kind !== 'task') block.of.forEach((one) => this.#index(one));
  }

  #task(id: string): TaskBlock {
    return this.#tasks.get(id) ?? { kind: 'task', id, method: 'claim', people: [this.#starter], need: 1, limited: false };
  }

  #openTask(id: string): void {
    const { method, people } = this.#task(id);
    const open = { agreed: 0, signers: [], before: new Map<string, string[]>(), after: new Map<string, string[]>() };
    if (method === 'claim' && people.length > 1) this.open.set(id, { ...open, candidates: people, members: [], queue: [] });
    else if (method === 'sequence') this.open.set(id, { ...open, candidates: [], members: people.slice(0, 1), queue: people.slice(1) });
    else this.open.set(id, { ...open, candidates: [], members: [...people], queue: [] });
  }

  #enter(block: Block): void {
    if (block.kind === 'task') this.#openTask(block.id);
    else if (block.kind === 'seq') this.#enter(block.of[0] as Block);
    else {
      this.#done.set(block.id, new Set());
      for (const [index, one] of block.of.entries()) if (this.#takes(block, index)) this.#enter(one);
    }
  }

  #takes(block: Block, index: number): boolean {
    return block.kind === 'par' || this.#choices[branchVariable(block.id, index)] === true;
  }

  #leave(block: Block): void {
    const parent = this.#parents.get(block.id);
    if (!parent || parent.kind === 'task') {
      if (this.open.size === 0) this.ended = true;
      return;
    }
    if (parent.kind === 'seq') {
      const next = parent.of[parent.of.indexOf(block) + 1];
      return next ? this.#enter(next) : this.#leave(parent);
    }
    const done = this.#done.get(parent.id) ?? new Set();
    done.add(block.id);
    const taken = parent.of.filter((_one, index) => this.#takes(parent, index));
    if (taken.every((one) => done.has(one.id))) this.#leave(parent);
  }

  /** Open tasks, sorted. */
  rows(): OpenRow[] {
    const rows: OpenRow[] = [];
    for (const [node, { candidates, members, signers }] of this.open) {
      if (candidates.length > 0) rows.push({ node, person: null, signer: false });
      for (const person of members) rows.push({ node, person, signer: false });
      for (const person of signers) rows.push({ node, person, signer: true });
    }
    return rows.toSorted(byText);
  }

  candidatesOf(node: string): readonly string[] {
    return this.open.get(node)?.candidates ?? [];
  }

  /** Whether this person waits for signers before. */
  isBlocked(node: string, person: string): boolean {
    return (this.open.get(node)?.before.get(person) ?? []).length > 0;
  }

  #claim(node: string, person: string): OpenTask {
    const task = this.open.get(node);
    if (!task) throw new Error(`${node} is not open`);
    if (task.candidates.length > 0) task.members.push(person);
    task.candidates = [];
    return task;
  }

  complete(node: string, person: string, signer: boolean): void {
    const task = this.#claim(node, person);
    this.completed++;
    this.passed.add(node);
    if (signer) {
      task.signers.splice(task.signers.indexOf(person), 1);
      for (const [owner, list] of task.before)
        task.before.set(
          owner,
          list.filter((one) => one !== person),
        );
    } else {
      task.members.splice(task.members.indexOf(person), 1);
      task.agreed++;
      const after = task.after.get(person) ?? [];
      task.after.delete(person);
      task.signers.push(...after);
    }
    if (task.signers.length > 0) return;
    if (task.agreed >= this.#task(node).need) return this.#close(node);
    if (task.members.length === 0) task.members.push(...task.queue.splice(0, 1));
  }

  /** The time limit of a node passes it: for one person if somebody has the task, and it ends for all. */
  expire(node: string): void {
    if (this.candidatesOf(node).length === 0) {
      this.completed++;
      this.passed.add(node);
    }
    this.#close(node);
  }

  #close(node: string): void {
    this.open.delete(node);
    if (node === 'apply') this.#enter(this.#tree);
    else this.#leave(this.#task(node));
  }

  sign(node: string, owner: string, person: string, place: 'before' | 'after'): void {
    const task = this.#claim(node, owner);
    const map = place === 'before' ? task.before : task.after;
    map.set(owner, [...(map.get(owner) ?? []), person]);
    if (place === 'before') task.signers.push(person);
  }

  /** Whether a user has or will have a task of the node: nobody signs twice. */
  isBusy(node: string, person: string): boolean {
    const task = this.open.get(node);
    return task !== undefined && (task.members.includes(person) || task.signers.includes(person) || [...task.after.values()].flat().includes(person));
  }

  #ancestors(id: string): Block[] {
    const all: Block[] = [];
    for (let one = this.#parents.get(id); one; one = this.#parents.get(one.id)) all.push(one);
    return all;
  }

  /**
   * Whether a return from one node to another is serial: both are in one sequence, and the target is not inside a parallel block, whose
   * join would wait for the other branches. The join of an inclusive block waits only for the branch that is done again.
   */
  canReturn(from: string, to: string): boolean {
    if (from === to || from === 'apply' || !this.passed.has(to)) return false;
    if (to === 'apply') return true;
    const above = this.#ancestors(from);
    const way = this.#ancestors(to);
    const meeting = way.find((one) => above.includes(one));
    if (meeting?.kind !== 'seq') return false;
    const isUnder = (block: Block, id: string): boolean => block.id === id || this.#ancestors(id).includes(block);
    const place = (id: string): number => meeting.of.findIndex((one) => isUnder(one, id));
    return place(to) < place(from) && way.slice(0, way.indexOf(meeting)).every((one) => one.kind !== 'par');
  }

  /** Goes back to a node: everything in the sequence after it ends. */
  back(from: string, to: string): void {
    const meeting = to === 'apply' ? null : this.#ancestors(to).find((one) => this.#ancestors(from).includes(one));
    for (const id of this.open.keys()) if (!meeting || this.#ancestors(id).includes(meeting)) this.open.delete(id);
    this.#openTask(to);
  }
}

const byText = (one: OpenRow, other: OpenRow): number => {
  const [left, right] = [one, other].map((row) => `${row.node} ${row.person} ${row.signer}`) as [string, string];
  return left < right ? -1 : left > right ? 1 : 0;
};
