import type { LayoutKind } from '../../../contract/catalog/layout-check.ts';

/** A fault on one page; `weight` orders the faults of a kind, worst first. */
export interface Fault {
  readonly kind: LayoutKind;
  readonly page: number;
  readonly at: Text | Element | null;
  readonly text: string;
  readonly weight: number;
  readonly night: boolean;
}

/** Keeps the worst fault of each kind on each page. */
export class Faults {
  readonly #worst = new Map<string, Fault>();

  add(fault: Omit<Fault, 'night'> & { readonly night?: boolean }): void {
    const key = `${fault.kind} ${fault.page}`;
    const known = this.#worst.get(key);
    // A fault by day is also the fault of the night.
    if (known && (known.weight >= fault.weight || (fault.night && !known.night))) return;
    this.#worst.set(key, { night: false, ...fault });
  }

  get list(): readonly Fault[] {
    return [...this.#worst.values()];
  }
}
