/** The last positions of this device in the most recent books. Read synchronously, before the rest of the application has loaded. */
export interface PositionHint {
  readonly userId: number | null;
  readonly editionId: number;
  readonly documentIndex: number;
  /** Missing in entries that were written before the field existed. */
  readonly percent?: number | undefined;
  readonly cfi: string;
  readonly clock: number;
}

const HINTS = 'shuzhou.places';
const MOST = 40;

function hints(): [publishId: number, hint: PositionHint][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(HINTS) ?? '[]');
    return Array.isArray(kept) ? (kept as [number, PositionHint][]) : [];
  } catch {
    return [];
  }
}

function write(list: readonly [number, PositionHint][]): void {
  try {
    localStorage.setItem(HINTS, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // Only a head start is lost.
  }
}

export const positionHint = (publishId: number): PositionHint | null => hints().find(([one]) => one === publishId)?.[1] ?? null;

export function hintAt(publishId: number, { userId, editionId, documentIndex, percent, cfi, clock }: PositionHint): void {
  write([[publishId, { userId, editionId, documentIndex, percent, cfi, clock }], ...hints().filter(([one]) => one !== publishId)]);
}

/** Another user, or nobody, is signed in on this device: removes the positions of the previous user. */
export function storeHintsOf(userId: number | null): void {
  const before = hints();
  const own = before.filter(([, hint]) => hint.userId === userId);
  if (own.length < before.length) write(own);
}
