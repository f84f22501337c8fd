import {
  ALIGNMENTS,
  COLOURS,
  COLUMNS,
  defaultLook,
  FACES,
  FLOWS,
  FONT_SIZES,
  LEADINGS,
  type Look,
  MEASURES,
  THEMES,
  VEIL_MOST,
  WEIGHTS,
  WRITINGS,
} from '../reader-engine/style/look.ts';

const KEPT = 'shuzhou.look';
/** Books with separate display settings, by number; the latest last. */
const OWN = 'shuzhou.looks';
const OWN_MOST = 200;

/** Returns the display settings on this device: of one book if it has separate settings, else of all books. */
export function storedLook(publishId?: number): Look {
  const first = defaultLook(typeof innerWidth === 'number' ? innerWidth : 390);
  const every = readLook(read(KEPT), first);
  const own = publishId === undefined ? undefined : ownLooks()[publishId];
  return own === undefined ? every : readLook(own, every);
}

export const hasOwnLook = (publishId: number): boolean => ownLooks()[publishId] !== undefined;

const CHOICES = {
  leading: LEADINGS,
  theme: { ...THEMES, system: true },
  face: FACES,
  colours: COLOURS,
  weight: WEIGHTS,
  measure: MEASURES,
  alignment: ALIGNMENTS,
  flow: FLOWS,
  columns: COLUMNS,
  writing: WRITINGS,
} as const;

/** Settings of an older release, or edited by hand, are used only as far as they are valid today. */
export function readLook(kept: unknown, first: Look): Look {
  const given = (kept ?? {}) as Partial<Record<keyof Look, unknown>>;
  const known = Object.entries(CHOICES).filter(([name, choices]) => {
    const value = given[name as keyof Look];
    return typeof value === 'string' && Object.hasOwn(choices, value);
  });
  const { fontSize, veil } = given;
  return {
    ...first,
    ...Object.fromEntries(known.map(([name]) => [name, given[name as keyof Look]])),
    fontSize: FONT_SIZES.find((size) => size === fontSize) ?? first.fontSize,
    veil: typeof veil === 'number' && veil >= 0 && veil <= VEIL_MOST ? veil : first.veil,
  };
}

/** Stores the settings for all books without separate ones, or for one book. */
export function storeLook(look: Look, publishId: number | null): void {
  if (publishId === null) return write(KEPT, look);
  const { [publishId]: _before, ...others } = ownLooks();
  write(OWN, Object.fromEntries([...Object.entries(others), [publishId, look]].slice(-OWN_MOST)));
}

export function dropOwnLook(publishId: number): void {
  const { [publishId]: _gone, ...others } = ownLooks();
  write(OWN, others);
}

export const dropOwnLooks = (): void => write(OWN, {});

const ownLooks = (): Record<number, unknown> => (read(OWN) ?? {}) as Record<number, unknown>;

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows may forbid it: the choice lasts as long as the page.
  }
}
