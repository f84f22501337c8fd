import type { StateMachine } from '../../contract/state-machine.ts';
import type { Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** An accepted event, as other areas see it. */
export interface AcceptedEvent<S extends string = string, E extends string = string> {
  readonly tx: Tx;
  readonly currentUser: CurrentUser | null;
  readonly entityId: number;
  readonly event: E;
  readonly from: S;
  readonly to: S;
  readonly reason: string;
  readonly now: number;
}

/** The engine's own event: a decision is taken back with its letter. */
type Undo = 'takeBack';
type Effect = (accepted: AcceptedEvent) => Promise<void>;

/** What an area does after each accepted event of an entity. An area lists its effects in its manifest. */
export interface TransitionEffect {
  /** Entity of a state machine. */
  readonly entity: string;
  /** Runs inside the transaction of the event: throwing undoes the event. */
  readonly run: Effect;
}

type Handler<S extends string, E extends string> = (accepted: AcceptedEvent<S, E>) => Promise<void> | void;

/** What an area does after the events of another area's machine: the handler of the event, then that of every event. */
export function onTransition<S extends string, E extends string>(
  machine: StateMachine<S, E>,
  handlers: Partial<Readonly<Record<E | Undo, Handler<S, E | Undo>>>>,
  every?: Handler<S, E | Undo>,
): TransitionEffect {
  return {
    entity: machine.entity,
    async run(accepted) {
      const typed = accepted as AcceptedEvent<S, E | Undo>;
      await handlers[typed.event]?.(typed);
      await every?.(typed);
    },
  };
}

const effects = new Map<string, Effect[]>();

/** Adds what happens after each accepted event of an entity. Returns a function that removes it. */
export function addEffect({ entity, run }: TransitionEffect): () => void {
  effects.set(entity, [...effectsOf(entity), run]);
  return () =>
    void effects.set(
      entity,
      effectsOf(entity).filter((one) => one !== run),
    );
}

export const effectsOf = (entity: string): readonly Effect[] => effects.get(entity) ?? [];

/** Registers the effects of the areas; those of one entity run in the order of the list. */
export function registerEffects(list: readonly TransitionEffect[]): void {
  for (const effect of list) addEffect(effect);
}
