import type { Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** An accepted event, as other areas see it. */
export interface AcceptedEvent {
  readonly tx: Tx;
  readonly currentUser: CurrentUser | null;
  readonly entityId: number;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly now: number;
}

type Effect = (accepted: AcceptedEvent) => Promise<void>;

/** What an area does after each accepted event of an entity. An area lists its effects in its manifest. */
export interface TransitionEffect {
  /** Entity of a state machine. */
  readonly entity: string;
  /** Runs inside the transaction of the event: throwing undoes the event. */
  readonly run: Effect;
}

export const effectOn = (entity: string, run: Effect): TransitionEffect => ({ entity, run });

const effects = new Map<string, Effect[]>();

/**
 * Adds what happens after each accepted event of an entity, inside the same transaction: throwing undoes the event. Returns a function
 * that removes the effect.
 */
export function onTransition(entity: string, effect: Effect): () => void {
  effects.set(entity, [...effectsOf(entity), effect]);
  return () =>
    void effects.set(
      entity,
      effectsOf(entity).filter((one) => one !== effect),
    );
}

export const effectsOf = (entity: string): readonly Effect[] => effects.get(entity) ?? [];

/** Registers the effects of the areas; those of one entity run in the order of the list. */
export function registerEffects(list: readonly TransitionEffect[]): void {
  for (const { entity, run } of list) onTransition(entity, run);
}
