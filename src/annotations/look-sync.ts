import { subscribe } from 'valtio/vanilla';
import { annotations, storedById, write } from './annotations.store.ts';
import type { StoredLook } from './annotation-record.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

type Values = Record<string, string | number | boolean>;
export interface LookState {
  /** The open book has separate display settings. */
  readonly own: boolean;
  readonly look: Values;
}

interface Chosen {
  /** The current display settings, and whether they apply to this book or to all. */
  readonly state: () => LookState;
  readonly take: (state: LookState) => void;
  /** Stores the settings for the other books while the open one has separate settings. */
  readonly keepForAll: (look: Values) => void;
  /** Removes the separate settings of all single books from this device, including the open one. */
  readonly dropOwn: () => void;
  readonly watch: (changed: () => void) => () => void;
}

const RESTS_AFTER_MS = 800;
/** Clocks of the settings that this device has applied or written: `look-7` to a clock. */
const TAKEN = 'shuzhou.looks.taken';
/** The owner of the single-book settings on this device; not set if an anonymous visitor chose them. */
const OF = 'shuzhou.looks.of';
const idOf = (publishId: number): string => `look-${publishId}`;

function taken(): Record<string, number> {
  try {
    return (JSON.parse(localStorage.getItem(TAKEN) ?? '{}') ?? {}) as Record<string, number>;
  } catch {
    return {};
  }
}

function take(id: string, clock: number | undefined): void {
  const { [id]: _before, ...others } = taken();
  writeMemory(TAKEN, JSON.stringify(clock === undefined ? others : { ...others, [id]: clock }));
}

function storedLook(publishId: number): StoredLook | null {
  const kept = storedById(idOf(publishId));
  return kept?.kind === 'look' && !kept.deleted ? kept : null;
}

/**
 * Keeps the display settings of an open book in sync on all devices of the reader: the book's separate settings, else those of
 * all books. Changes from other devices are applied; local changes are sent after a pause. Returns a function that stops it.
 */
export function syncLook(publishId: number, chosen: Chosen): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let known = JSON.stringify(chosen.state());
  /** The last choice and its scope, until the pause ends. */
  let last = chosen.state();

  function put({ own, look } = chosen.state()): void {
    clearTimeout(resting);
    resting = undefined;
    known = JSON.stringify({ own, look });
    const before = storedLook(publishId);
    if (!own && before) {
      write('look', before.clientId, { publishId, look: before.look }, true);
      take(before.clientId, undefined);
    }
    const id = idOf(own ? publishId : 0);
    write('look', id, { publishId: own ? publishId : 0, look });
    take(id, storedById(id)?.clock);
  }

  function adopt(): void {
    if (resting !== undefined || annotations.userId === null) return;
    const here = String(annotations.userId);
    if ((readMemory(OF) ?? here) !== here) {
      writeMemory(TAKEN, null);
      chosen.dropOwn();
    }
    writeMemory(OF, here);
    const [own, all] = [storedLook(publishId), storedLook(0)];
    const before = chosen.state();
    const dropped = before.own && !own && idOf(publishId) in taken();
    if (before.own && !own && !dropped) return put();
    if (own) chosen.take({ own: true, look: own.look });
    else if (all || dropped) chosen.take({ own: false, look: all?.look ?? before.look });
    if (own && all && taken()[all.clientId] !== all.clock) chosen.keepForAll(all.look);
    take(idOf(publishId), own?.clock);
    if (all) take(all.clientId, all.clock);
    known = JSON.stringify(chosen.state());
  }

  let seen = -1;
  const look = (): void => {
    if (!annotations.ready || annotations.changed === seen) return;
    seen = annotations.changed;
    adopt();
  };
  look();
  const stopNotes = subscribe(annotations, look);
  const stopLook = chosen.watch(() => {
    const now = chosen.state();
    // A pending change for the previous scope is still stored for that scope.
    if (resting !== undefined && now.own !== last.own) put(last);
    last = now;
    if (!annotations.ready || JSON.stringify(now) === known) return;
    clearTimeout(resting);
    resting = setTimeout(() => put(), RESTS_AFTER_MS);
  });
  return () => {
    stopNotes();
    stopLook();
    if (resting !== undefined) put();
  };
}
