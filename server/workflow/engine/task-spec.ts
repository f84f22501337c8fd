import { nodeSettings, type NodeMethod, type NodeSettings, type NodeSettingsInput } from '../../../contract/workflow/node-settings.ts';
import type { Element } from './element.ts';
import type { Problem, TaskSpec } from './flow-graph.ts';
import { timerIn } from './timer-spec.ts';

const FULL = 10_000;

/** Returns an attribute of a task in any namespace of compatible designers (flowable, activiti, camunda). */
function attribute(element: Element, name: string): string {
  const own = element[name];
  if (typeof own === 'string') return own.trim();
  const key = Object.keys(element.$attrs).find((one) => one === name || one.endsWith(`:${name}`));
  const value = key === undefined ? undefined : element.$attrs[key];
  return typeof value === 'string' ? value.trim() : '';
}

/** Reads who handles a task and how: from our own settings, otherwise from the attributes of compatible designers. */
export function taskSpecOf(element: Element, title: string, fault: (node: string, message: string, level?: Problem['level']) => void): TaskSpec {
  const id = element.id ?? '';
  const loop = element['loopCharacteristics'] as Element | undefined;
  const people = {
    assignee: attribute(element, 'assignee'),
    candidateUsers: attribute(element, 'candidateUsers'),
    candidateGroups: attribute(element, 'candidateGroups'),
  };
  const collection = loop ? attribute(loop, 'collection') : '';
  const spec = {
    ...people,
    formKey: attribute(element, 'formKey'),
    due: timerIn(attribute(element, 'dueDate')),
    dataType: attribute(element, 'dataType') || 'fixed',
    userType: attribute(element, 'userType') || userTypeOf(people),
    collection,
  };
  const own = attribute(element, 'settings');
  const derived = derivedSettings(loop, id, title, fault);
  if (own === '') return { ...spec, settings: derived, explicit: false };
  const read = nodeSettings.safeParse(json(own));
  if (read.success) return { ...spec, settings: read.data, explicit: read.data.who !== undefined };
  fault(id, `节点「${title}」的办理设置无法读取，请重新设置：${read.error.issues[0]?.message ?? ''}`);
  return { ...spec, settings: derived, explicit: false };
}

const userTypeOf = ({ assignee, candidateUsers, candidateGroups }: { assignee: string; candidateUsers: string; candidateGroups: string }): string =>
  assignee ? 'assignee' : candidateUsers ? 'candidateUsers' : candidateGroups ? 'candidateGroups' : 'assignee';

function derivedSettings(loop: Element | undefined, id: string, title: string, fault: (node: string, message: string) => void): NodeSettings {
  const settings = (one: NodeSettingsInput): NodeSettings => nodeSettings.parse(one);
  if (!loop) return settings({});
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') {
    fault(id, `节点「${title}」设置了循环，暂不支持，请改成多人办理`);
    return settings({});
  }
  const body = (loop['completionCondition'] as Element | undefined)?.['body'];
  const condition = typeof body === 'string' ? body.replace(/\s+/g, '') : '';
  if (loop['isSequential'] === true) {
    if (condition !== '') fault(id, `节点「${title}」依次办理时不能设置完成条件，请去掉完成条件或改成会签`);
    return settings({ method: 'sequence' });
  }
  const rule = completionRule(condition);
  if (!rule) fault(id, `节点「${title}」的完成条件「${condition.slice(0, 60)}」无法识别，请写成 \${nrOfCompletedInstances/nrOfInstances >= 0.5}`);
  return settings(rule ?? {});
}

/** Completion conditions in the forms that compatible designers offer: all, any, or a share. */
function completionRule(condition: string): { method: NodeMethod; ratio?: number } | null {
  if (condition === '' || /^\$\{nrOfCompletedInstances(==|>=)nrOfInstances\}$/.test(condition)) return { method: 'all' };
  if (/^\$\{nrOfCompletedInstances(==|>=)1\}$|^\$\{nrOfCompletedInstances>0\}$/.test(condition)) return { method: 'any' };
  const share = /^\$\{nrOfCompletedInstances\/nrOfInstances(>=|>|==)(\d+(?:\.\d+)?)\}$/.exec(condition);
  if (!share) return null;
  const ratio = Math.round(Number(share[2]) * FULL) + (share[1] === '>' ? 1 : 0);
  if (ratio > FULL) return null;
  return ratio <= 0 ? { method: 'any' } : ratio === FULL ? { method: 'all' } : { method: 'ratio', ratio };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
