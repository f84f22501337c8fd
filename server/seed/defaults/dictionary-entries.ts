import type { StateMachine, Tone } from '../../../contract/state-machine.ts';
/** Value, label, and tag colour. */
export type Entries = readonly (readonly [value: string, label: string, listClass?: string])[];

const COLOURS: Readonly<Record<Tone, string>> = {
  draft: 'info',
  review: 'primary',
  waiting: 'warning',
  success: 'success',
  error: 'danger',
  idle: 'info',
};

/** The dictionary of a machine's states, in its order. */
export const statesOf = ({ states }: StateMachine): Entries =>
  Object.entries(states).map(([value, { label, tone }]) => [value, label, COLOURS[tone]] as const);
