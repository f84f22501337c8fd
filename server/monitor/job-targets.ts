import type { JobTarget } from '../../contract/monitor/job.ts';
import type { AppContext } from '../context.ts';
import { forbidden } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { jobTargets, type JobDefinition } from '../jobs/job-target.ts';
import { readCall, type Literal } from './job-call.ts';

type Arg = JobTarget['args'][number];

/** Why a call is not an allowed target; the message is for the user. */
export class TargetProblem extends Error {}

export const targetList = (): JobTarget[] => [...jobTargets().values()].map(({ run: _run, needs: _needs, ...shown }) => shown);

/** Returns the permissions a call needs; none for a call that is not in the list, which cannot run anyway. */
const needsOf = (text: string): readonly string[] => jobTargets().get(readCall(text)?.name ?? '')?.needs ?? [];

/** Throws for a job that does something the current user may not do. */
export function assertOwnTarget(currentUser: CurrentUser, ...targets: readonly string[]): void {
  const lacking = targets.flatMap(needsOf).find((permission) => !hasPermission(currentUser, permission));
  if (lacking) throw forbidden(`没有这个任务所用的权限（${lacking}），不能新增、修改、恢复或执行它`);
}

/** Returns the function for a call; throws `TargetProblem` unless the call is exactly one of the list. */
export function targetOf(text: string): (context: AppContext) => Promise<string> {
  const call = readCall(text);
  if (!call) throw new TargetProblem('调用目标不正确，应写成 名称(参数)，例如 recycle.purge(30)');
  const found = jobTargets().get(call.name);
  if (!found) throw new TargetProblem(`调用目标不在允许的列表中：${call.name.slice(0, 60)}`);
  if (call.args.length !== found.args.length) throw new TargetProblem(`${found.name}需要${found.args.length}个参数，现在是${call.args.length}个`);
  const values = found.args.map((arg, index) => valueOf(found, arg, call.args[index] as Literal));
  return (context) => found.run(context, values);
}

function valueOf({ name }: JobDefinition, { label, kind, min, max }: Arg, given: Literal): string | number | boolean {
  const words = { whole: '整数', text: '文字（写在单引号里）', yes: 'true或false' }[kind];
  if (given.kind !== kind) throw new TargetProblem(`${name}的“${label}”须是${words}`);
  if (typeof given.value === 'number' && (given.value < (min ?? -Infinity) || given.value > (max ?? Infinity)))
    throw new TargetProblem(`${name}的“${label}”须在${min}到${max}之间`);
  return given.value;
}
