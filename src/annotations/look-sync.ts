import { subscribe } from 'valtio/vanilla';
import { annotations, storedById, write } from './annotations.store.ts';
import type { StoredLook } from './annotation-record.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

type Values = Record<string, string | number | boolean>;
export interface LookState {
  /** The open book has a look of its own. */
  readonly own: boolean;
  readonly look: Values;
}

interface Chosen {
  /** What is on the screen, and for whom it counts. */
  readonly state: () => LookState;
  readonly take: (state: LookState) => void;
  /** The look of the other books, where the open one has its own. */
  readonly keepForAll: (look: Values) => void;
  /** Looks of single books go from this device, from the open one too. */
  readonly dropOwn: () => void;
  readonly watch: (changed: () => void) => () => void;
}

const RESTS_AFTER_MS = 800;
/** Versions of looks this device has taken or made: `look-7` to a clock. */
const TAKEN = 'shuzhou.looks.taken';
/** Whose the looks of single books on this device are; nobody's where a visitor chose them. */
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
 * Keeps the look of an open book the same on all devices of the reader: the book's own where it has one, else that of
 * all books. What another device chose comes; what is chosen here goes, once the hand rests. Answers how to stop.
 */
export function syncLook(publishId: number, chosen: Chosen): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let known = JSON.stringify(chosen.state());
  /** What was chosen last, for whom, until the hand rests. */
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
    // What was chosen for others than it is chosen for now is theirs all the same.
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
