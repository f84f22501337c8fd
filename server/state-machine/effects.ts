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
const effects = new Map<string, Effect[]>();

/**
 * Registers what another area does after each accepted event of an entity, inside the same transaction: throwing undoes the event.
 * Called once, while modules load. Returns a function that removes the effect.
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
