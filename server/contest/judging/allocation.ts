/** An entry that needs judges. */
export interface Work {
  readonly id: number;
  readonly group: string;
}

export interface AllocatingJudge {
  readonly id: number;
  /** Empty for every group. */
  readonly groups: readonly string[];
}

export interface AllocationInput {
  readonly works: readonly Work[];
  readonly judges: readonly AllocatingJudge[];
  /** Judges for each entry. */
  readonly perWork: number;
  /** Whether a judge must not judge an entry. */
  readonly conflicts: (judgeId: number, workId: number) => boolean;
  /** The same seed gives the same result. */
  readonly seed: number;
}

export interface Shortage {
  readonly group: string;
  /** Entries that cannot get enough judges. */
  readonly works: number;
  /** Judges that are missing at the entry with the fewest. */
  readonly lacking: number;
  readonly why: string;
}

export interface Allocation {
  readonly pairs: readonly { readonly workId: number; readonly judgeId: number }[];
  /** Entries of each judge in each group. */
  readonly loads: readonly { readonly judgeId: number; readonly group: string; readonly works: number }[];
  /** Empty when every entry has enough judges. */
  readonly shortages: readonly Shortage[];
}

/** Mulberry32: a small generator with a seed. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const made = [...list];
  for (let at = made.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [made[at], made[other]] = [made[other] as T, made[at] as T];
  }
  return made;
}

/**
 * Gives every entry `perWork` judges without a conflict, so that the loads of the judges of a group are as equal as the conflicts allow:
 * a flow of minimal convex cost. A unit of load costs more the more a judge has, so the limit of all judges rises by one level at a time
 * and the flow is completed after each: a flow that is maximal at every level has minimal cost, because completing it never takes a unit
 * away from a judge. Groups are independent of each other; a judge of several groups starts the later ones behind those with less.
 */
export function allocate({ works, judges, perWork, conflicts, seed }: AllocationInput): Allocation {
  const next = seeded(seed);
  const pairs: { workId: number; judgeId: number }[] = [];
  const loads: { judgeId: number; group: string; works: number }[] = [];
  const shortages: Shortage[] = [];
  const whole = new Map<number, number>();
  const groups = [...new Set(works.map(({ group }) => group))].toSorted();
  for (const group of groups) {
    const list = shuffled(
      works.filter((work) => work.group === group).toSorted((a, b) => a.id - b.id),
      next,
    );
    const able = shuffled(
      judges.filter((judge) => judge.groups.length === 0 || judge.groups.includes(group)).toSorted((a, b) => a.id - b.id),
      next,
    ).toSorted((a, b) => (whole.get(a.id) ?? 0) - (whole.get(b.id) ?? 0));
    const shortage = lackOf(group, list, able, perWork, conflicts);
    if (shortage) {
      shortages.push(shortage);
      continue;
    }
    const flow = new LevelFlow(
      list.length,
      able.length,
      perWork,
      (work, judge) => !conflicts((able[judge] as AllocatingJudge).id, (list[work] as Work).id),
      next,
    );
    flow.fill();
    for (const [work, judge] of flow.pairs()) pairs.push({ workId: (list[work] as Work).id, judgeId: (able[judge] as AllocatingJudge).id });
    for (const [at, { id }] of able.entries()) {
      const count = flow.load[at] ?? 0;
      loads.push({ judgeId: id, group, works: count });
      whole.set(id, (whole.get(id) ?? 0) + count);
    }
  }
  return { pairs, loads, shortages };
}

/** An entry can be given as many judges as have no conflict with it, so nothing else makes an allocation impossible. */
function lackOf(
  group: string,
  works: readonly Work[],
  judges: readonly AllocatingJudge[],
  perWork: number,
  conflicts: AllocationInput['conflicts'],
): Shortage | null {
  const name = group === '' ? '' : `「${group}」`;
  if (judges.length < perWork)
    return { group, works: works.length, lacking: perWork - judges.length, why: `${name}每件需要${perWork}位评委，只有${judges.length}位` };
  let short = 0;
  let most = 0;
  for (const { id } of works) {
    const free = judges.reduce((sum, judge) => sum + (conflicts(judge.id, id) ? 0 : 1), 0);
    if (free >= perWork) continue;
    short += 1;
    most = Math.max(most, perWork - free);
  }
  return short === 0
    ? null
    : { group, works: short, lacking: most, why: `${name}有${short}件作品去掉回避的评委后不够${perWork}位，最多的一件还差${most}位` };
}

/** A flow from entries to judges with unit edges, completed by Dinic's algorithm at each limit of the judges. */
class LevelFlow {
  readonly load: Int32Array;
  readonly #works: number;
  readonly #judges: number;
  readonly #need: Int32Array;
  /** The judges that may take an entry, one list after another, in a random order of their own. */
  readonly #start: Int32Array;
  readonly #judgeOf: Int32Array;
  readonly #taken: Uint8Array;
  /** The edges of a judge, for the way back. */
  readonly #backStart: Int32Array;
  readonly #backEdge: Int32Array;
  readonly #workOf: Int32Array;
  #limit = 0;

  constructor(works: number, judges: number, perWork: number, may: (work: number, judge: number) => boolean, next: () => number) {
    this.#works = works;
    this.#judges = judges;
    this.#need = new Int32Array(works).fill(perWork);
    this.load = new Int32Array(judges);
    this.#start = new Int32Array(works + 1);
    const all = Array.from({ length: judges }, (_one, at) => at);
    const edges: number[] = [];
    const from: number[] = [];
    const count = new Int32Array(judges + 1);
    for (let work = 0; work < works; work += 1) {
      // A rotation of one order is random enough to spread equal choices and costs no sort for each entry.
      const shift = Math.floor(next() * judges);
      for (let step = 0; step < judges; step += 1) {
        const judge = all[(step + shift) % judges] ?? 0;
        if (!may(work, judge)) continue;
        edges.push(judge);
        from.push(work);
        count[judge + 1] = (count[judge + 1] ?? 0) + 1;
      }
      this.#start[work + 1] = edges.length;
    }
    this.#judgeOf = Int32Array.from(edges);
    this.#workOf = Int32Array.from(from);
    this.#taken = new Uint8Array(edges.length);
    for (let judge = 0; judge < judges; judge += 1) count[judge + 1] = (count[judge + 1] ?? 0) + (count[judge] ?? 0);
    this.#backStart = count.slice();
    this.#backEdge = new Int32Array(edges.length);
    const place = count.slice();
    for (const [edge, judge] of edges.entries()) {
      const at = place[judge] ?? 0;
      this.#backEdge[at] = edge;
      place[judge] = at + 1;
    }
  }

  /** Raises the limit of all judges until every entry has its judges. */
  fill(): void {
    const units = this.#need.reduce((sum, one) => sum + one, 0);
    // Below the mean every level is filled completely in the usual case; if conflicts prevent it, the later levels take the rest.
    this.#limit = Math.floor(units / this.#judges);
    if (this.#limit > 0) this.#complete();
    while (this.#need.some((one) => one > 0)) {
      this.#limit += 1;
      this.#complete();
    }
  }

  *pairs(): Generator<readonly [work: number, judge: number]> {
    for (const [edge, taken] of this.#taken.entries()) if (taken) yield [this.#workOf[edge] ?? 0, this.#judgeOf[edge] ?? 0];
  }

  /** Adds augmenting paths until there is none: breadth first for the distances, then depth first along them. */
  #complete(): void {
    const [works, judges] = [this.#works, this.#judges];
    const far = new Int32Array(works + judges);
    const queue = new Int32Array(works + judges);
    for (;;) {
      far.fill(-1);
      let [head, tail] = [0, 0];
      for (let work = 0; work < works; work += 1)
        if ((this.#need[work] ?? 0) > 0) {
          far[work] = 0;
          queue[tail++] = work;
        }
      let reached = false;
      while (head < tail) {
        const node = queue[head++] ?? 0;
        const distance = (far[node] ?? 0) + 1;
        if (node < works) {
          for (let edge = this.#start[node] ?? 0; edge < (this.#start[node + 1] ?? 0); edge += 1) {
            const to = works + (this.#judgeOf[edge] ?? 0);
            if (this.#taken[edge] || far[to] !== -1) continue;
            far[to] = distance;
            queue[tail++] = to;
          }
        } else {
          const judge = node - works;
          if ((this.load[judge] ?? 0) < this.#limit) {
            reached = true;
            continue;
          }
          for (let at = this.#backStart[judge] ?? 0; at < (this.#backStart[judge + 1] ?? 0); at += 1) {
            const edge = this.#backEdge[at] ?? 0;
            const to = this.#workOf[edge] ?? 0;
            if (!this.#taken[edge] || far[to] !== -1) continue;
            far[to] = distance;
            queue[tail++] = to;
          }
        }
      }
      if (!reached) return;
      const place = this.#start.slice(0, works);
      const back = this.#backStart.slice(0, judges);
      for (let work = 0; work < works; work += 1)
        while ((this.#need[work] ?? 0) > 0 && this.#advance(work, far, place, back)) this.#need[work] = (this.#need[work] ?? 0) - 1;
    }
  }

  /** Finds one path of unit edges from an entry to a judge below the limit. The depth is the length of a shortest path. */
  #advance(work: number, far: Int32Array, place: Int32Array, back: Int32Array): boolean {
    for (; (place[work] ?? 0) < (this.#start[work + 1] ?? 0); place[work] = (place[work] ?? 0) + 1) {
      const edge = place[work] ?? 0;
      const judge = this.#judgeOf[edge] ?? 0;
      if (this.#taken[edge] || far[this.#works + judge] !== (far[work] ?? 0) + 1) continue;
      if ((this.load[judge] ?? 0) < this.#limit) {
        this.load[judge] = (this.load[judge] ?? 0) + 1;
        this.#taken[edge] = 1;
        return true;
      }
      for (; (back[judge] ?? 0) < (this.#backStart[judge + 1] ?? 0); back[judge] = (back[judge] ?? 0) + 1) {
        const other = this.#backEdge[back[judge] ?? 0] ?? 0;
        const before = this.#workOf[other] ?? 0;
        if (!this.#taken[other] || far[before] !== (far[work] ?? 0) + 2 || !this.#advance(before, far, place, back)) continue;
        this.#taken[other] = 0;
        this.#taken[edge] = 1;
        return true;
      }
    }
    return false;
  }
}
