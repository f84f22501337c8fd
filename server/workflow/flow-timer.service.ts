import type { AppContext } from '../context.ts';
import { nodeOf } from './engine/flow-graph.ts';
import { workflowEngine } from './engine/workflow-engine.ts';
import { notify } from './flow-message.ts';
import { rejectInstance, settle } from './flow-run.ts';
import { inInstance, isOpen, moveTask, type FlowStep } from './flow-step.ts';
import { runWork } from './flow-work.service.ts';
import { dueTimer, postponeTimer, takeTimer, tasksOfTokens } from './flow-task.queries.ts';
import type { Selectable } from 'kysely';
import type { FlowTimerTable } from '../db/tables/workflow-tables.ts';

type Timer = Selectable<FlowTimerTable>;
const RETRY_MS = 10 * 60_000;
const TODO = '/task/todo';

/** Fires one due timer in one transaction: its row, the state and the tasks change together. Returns whether there was one. */
export async function runNextTimer(context: AppContext): Promise<boolean> {
  const timer = await dueTimer(context.db, Date.now());
  if (!timer) return false;
  if (timer.kind === 'work' || timer.kind === 'child') {
    await runWork(context, timer);
    return true;
  }
  try {
    await context.db.transaction().execute(async (tx) => {
      // The instance is locked before its timer, in the order of all other steps.
      await inInstance({ tx, database: context.db, actor: null }, timer.instanceId, async (step) => {
        if (await takeTimer(tx, timer.id)) await sendEvent(step, timer);
      });
    });
  } catch (error) {
    // A definition without a way out must not stop the other timers; it is tried again later.
    await postponeTimer(context.db, timer.id, Date.now() + RETRY_MS * 2 ** Math.min(timer.attempts, 6));
    throw error;
  }
  return true;
}

async function sendEvent(step: FlowStep, timer: Timer): Promise<void> {
  const { token } = timer;
  if (step.status !== 'running' || !step.state.tokens.some((one) => one.id === token)) return;
  const { graph, state, variables } = step;
  if (timer.kind === 'event') {
    const isBoundary = nodeOf(graph, timer.nodeKey).kind === 'boundary';
    return settle(
      step,
      isBoundary ? workflowEngine.fire(graph, state, token, timer.nodeKey, variables) : workflowEngine.advance(graph, state, token, variables),
      '已超时',
    );
  }
  const open = (await tasksOfTokens(step.tx, step.instance.id, [token])).filter(isOpen);
  if (timer.kind === 'remind') {
    const people = open.flatMap((task) => task.assignee ?? []);
    return notify(step, people, `即将超时：${open[0]?.taskName ?? ''}`, `「${step.definition.name}」已到办理期限，请尽快办理`, TODO);
  }
  const [first] = open;
  if (!first) return;
  if (timer.kind === 'reject') return rejectInstance(step, token, '超时未办理，自动驳回');
  if (first.status === 'claimed')
    await moveTask(step, null, first, 'complete', { commentType: 1, comment: '超时未办理，自动通过', finishTime: step.now });
  return settle(step, workflowEngine.advance(graph, state, token, variables), '超时自动通过');
}
