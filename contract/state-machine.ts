/** Colour family of a state: not started, in progress, needs attention, good end, bad end, inactive. */
export type Tone = 'draft' | 'review' | 'waiting' | 'success' | 'error' | 'idle';

export interface State {
  readonly label: string;
  readonly tone: Tone;
  /** No event leads out of it; every other state needs a way out. */
  readonly final?: true;
}

export interface Transition<S extends string> {
  /** Verb of the button and of the transition log. */
  readonly label: string;
  readonly from: readonly S[];
  /** One target, or those among which the server chooses by its rules. */
  readonly to: S | readonly S[];
  /** Permission that the caller needs; events without one are open to the owner or to the program. */
  readonly permission?: string;
  /**
   * `owner`: only the user who created the row. `assignee`: only the user to whom the work is assigned. `program`: only jobs, timeouts and
   * the machines of other entities.
   */
  readonly by?: 'owner' | 'assignee' | 'program';
  /** Shortest text that must come with the event, in characters, and the message when it is missing. */
  readonly reason?: { readonly min: number; readonly message: string };
  /** What happens next, shown before the user confirms. */
  readonly consequence?: string;
  readonly danger?: true;
}

/** States and events of one entity as data: the server runs it, the admin pages draw it, tests and documents read it. */
export interface StateMachine<S extends string = string, E extends string = string, G extends string = string> {
  /** Number in the domain model, for example `SM08`. */
  readonly id: string;
  /** `entityType` of the transition log. */
  readonly entity: string;
  /** Name in messages: `{name}当前状态为「…」，不能…`. */
  readonly name: string;
  /** Code of the answer to an event that the state does not allow. */
  readonly illegal: number;
  readonly initial: S;
  readonly states: Readonly<Record<S, State>>;
  readonly events: Readonly<Record<E, Transition<S>>>;
  /** Sets of states that rules, lists and counts ask for, by name, so that each is written once. */
  readonly groups: Readonly<Record<G, readonly S[]>>;
}

/** Checks the literal types of a machine; the states of its events and groups are those of `states`. */
export const stateMachine = <const S extends string, const E extends string, const G extends string = never>(
  machine: Omit<StateMachine<S, E>, 'initial' | 'events' | 'groups'> & {
    readonly initial: NoInfer<S>;
    readonly events: Readonly<Record<E, Transition<NoInfer<S>>>>;
    readonly groups?: Readonly<Record<G, readonly NoInfer<S>[]>>;
  },
): StateMachine<S, E, G> => ({ ...machine, groups: machine.groups ?? ({} as Record<G, readonly S[]>) });

/** Whether a state is one of a group of its machine. */
export const inGroup = <S extends string, G extends string>({ groups }: StateMachine<S, string, G>, group: G, state: S): boolean =>
  groups[group].includes(state);

export type StateOf<M> = M extends StateMachine<infer S, string> ? S : never;
export type EventOf<M> = M extends StateMachine<string, infer E> ? E : never;

/** States that an event may lead to. */
export const targetsOf = <S extends string>({ to }: Transition<S>): readonly S[] => (typeof to === 'string' ? [to] : to) as readonly S[];

/**
 * Events that a state allows, in the order of the machine; `can` answers whether the caller has a permission, `is` whether the caller is
 * the owner or the assignee of the row.
 */
export function eventsFrom<S extends string, E extends string>(
  machine: StateMachine<S, E>,
  state: S,
  can: (permission: string) => boolean,
  is: (who: 'owner' | 'assignee') => boolean = () => false,
): E[] {
  return (Object.keys(machine.events) as E[]).filter((event) => {
    const { from, permission, by } = machine.events[event];
    return from.includes(state) && (by === undefined || (by !== 'program' && is(by))) && (permission === undefined || can(permission));
  });
}

/** Label of an event or a state as stored in the log; what the machine does not have is returned as it is. */
export const eventLabel = (machine: StateMachine, event: string): string =>
  Object.hasOwn(machine.events, event) ? (machine.events[event]?.label ?? event) : event;
export const stateLabel = (machine: StateMachine, state: string): string =>
  Object.hasOwn(machine.states, state) ? (machine.states[state]?.label ?? state) : state;

/** The only target of an event; throws for an event with several. */
export function targetOf<S extends string>(event: Transition<S>): S {
  const [to, ...more] = targetsOf(event);
  if (to === undefined || more.length > 0) throw new Error(`${event.label} has several targets`);
  return to;
}
