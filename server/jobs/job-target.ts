import type { JobTarget } from '../../contract/monitor/job.ts';
import type { AppContext } from '../context.ts';

type Arg = JobTarget['args'][number];
type ValueOf<A> = A extends { kind: 'whole' } ? number : A extends { kind: 'yes' } ? boolean : string;
type ValuesOf<A extends readonly Arg[]> = { [I in keyof A]: ValueOf<A[I]> };

/** A function that a scheduled job may call. An area lists its own in its manifest. */
export interface JobDefinition extends JobTarget {
  /** Permissions for what the target does; a user who creates, edits, runs or switches such a job needs all of them. */
  readonly needs: readonly string[];
  /** Returns what was done, for the log. */
  readonly run: (context: AppContext, values: readonly (string | number | boolean)[]) => Promise<string>;
}

export const jobTarget = <const A extends readonly Arg[]>(
  name: string,
  label: string,
  help: string,
  args: A,
  needs: readonly string[],
  run: (context: AppContext, values: ValuesOf<A>) => Promise<string>,
): JobDefinition => ({ name, label, help, args: [...args], needs, run: run as JobDefinition['run'] });

export const wholeNumber = <const N extends string>(name: N, label: string, min: number, max: number, initial: number) =>
  ({ name, label, kind: 'whole', min, max, initial }) as const;

const targets = new Map<string, JobDefinition>();

/** Registers what scheduled jobs may call. Other calls are rejected, whatever the row contains. */
export function registerJobTargets(list: readonly JobDefinition[]): void {
  for (const one of list) {
    if (targets.has(one.name)) throw new Error(`the job target ${one.name} is registered twice`);
    targets.set(one.name, one);
  }
}

export const jobTargets = (): ReadonlyMap<string, JobDefinition> => targets;
