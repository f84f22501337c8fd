import { eventsFrom, type StateMachine, type Transition } from '../../../contract/state-machine.ts';

/** An event with its name: what a button or a menu entry needs. */
export interface MachineEvent<S extends string = string, E extends string = string> extends Transition<S> {
  readonly event: E;
}

/** The events that the state of a row and the permissions of the user allow, in the order of the machine. */
export const machineEvents = <S extends string, E extends string>(
  machine: StateMachine<S, E>,
  state: S,
  may: (permission: string) => boolean,
): MachineEvent<S, E>[] => eventsFrom(machine, state, may).map((event) => ({ event, ...machine.events[event] }));
