import type { Form } from '../../../../contract/workflow/form-content.ts';

/** What undo restores. */
export interface Snapshot {
  readonly form: Form;
  readonly selected: readonly number[];
}

/** Steps that can be undone. */
export const HISTORY_LIMIT = 100;
/** Changes of one property within this many milliseconds are one step. */
export const MERGE_MS = 800;

/** Undo and redo over immutable forms: a step costs only what changed, because unchanged fields are shared. */
export class History {
  #past: Snapshot[] = [];
  #future: Snapshot[] = [];
  #last: { key: string; at: number } | null = null;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Records the state before a change. `key` names the property, for changes that belong together. */
  record(before: Snapshot, key: string | null, now: number): void {
    const merged = key !== null && this.#last?.key === key && now - this.#last.at <= MERGE_MS && this.#past.length > 0;
    this.#last = key === null ? null : { key, at: now };
    this.#future = [];
    if (merged) return;
    this.#past.push(before);
    if (this.#past.length > HISTORY_LIMIT) this.#past.shift();
  }

  undo(now: Snapshot): Snapshot | null {
    this.#last = null;
    const before = this.#past.pop();
    if (!before) return null;
    this.#future.push(now);
    return before;
  }

  redo(now: Snapshot): Snapshot | null {
    this.#last = null;
    const after = this.#future.pop();
    if (!after) return null;
    this.#past.push(now);
    return after;
  }

  reset(): void {
    this.#past = [];
    this.#future = [];
    this.#last = null;
  }
}
