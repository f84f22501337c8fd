import type { Tx } from '../db/database.ts';

/** A step that a person asks for, before the rules of its own machine. */
export interface AskedStep {
  readonly tx: Tx;
  /** Entity of the state machine. */
  readonly entity: string;
  readonly row: object;
  readonly event: string;
}

/** Throws an `AppError` where an area stops the steps of other machines, for example those of work on hold. An area lists its guards in its manifest. */
export type StepGuard = (asked: AskedStep) => Promise<void>;

const guards: StepGuard[] = [];
export const registerStepGuards = (list: readonly StepGuard[]): void => void guards.push(...list);

/** Asks every registered guard. */
export async function passGuards(asked: AskedStep): Promise<void> {
  for (const guard of guards) await guard(asked);
}
