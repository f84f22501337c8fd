import { sendMessage } from '../inbox/message.service.ts';
import { namesOf } from './flow-people.queries.ts';
import type { FlowStep, TaskRow } from './flow-step.ts';
import { isOwnAccount } from '../http/person.policy.ts';
import { isStarter } from './flow.policy.ts';

const TODO = '/task/todo';
const PROCESS = '/task/process';
/** A role may have many members; further members find the task in their list. */
const MAX_MESSAGES = 100;

export async function notify(step: FlowStep, users: readonly number[], title: string, content: string, link: string): Promise<void> {
  for (const userId of [...new Set(users)].slice(0, MAX_MESSAGES)) await sendMessage(step.tx, { userId, type: 'task', title, content, link });
}

async function starterName(step: FlowStep): Promise<string> {
  return (await namesOf(step.tx, [step.instance.startUserId])).get(step.instance.startUserId) ?? '';
}

export async function notifyNewTask(step: FlowStep, task: TaskRow, users: readonly number[]): Promise<void> {
  const others = users.filter((one) => !isOwnAccount(one, step.actor) || !isStarter(step.instance, { userId: one }));
  await notify(step, others, `待办：${task.taskName}`, `${await starterName(step)}发起的「${step.definition.name}」等您办理`, TODO);
}

export async function notifyCancelled(step: FlowStep, task: TaskRow, reason: string): Promise<void> {
  if (task.assignee === null || isOwnAccount(task.assignee, step.actor)) return;
  await notify(step, [task.assignee], `任务已取消：${task.taskName}`, `「${step.definition.name}」${reason}，您不用再办理`, TODO);
}

export async function notifyCopied(step: FlowStep, users: readonly number[]): Promise<void> {
  await notify(step, users, `抄送：${step.definition.name}`, `${await starterName(step)}发起的「${step.definition.name}」抄送给您`, PROCESS);
}

export async function notifyStarter(step: FlowStep, title: string, content: string): Promise<void> {
  if (isStarter(step.instance, step.actor)) return;
  await notify(step, [step.instance.startUserId], title, content, PROCESS);
}
