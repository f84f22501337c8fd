import { workSettings, type WorkSettings } from '../../../contract/workflow/node-settings.ts';
import type { Element } from './element.ts';

/** Tasks that do something by themselves when they have settings. */
const WORKS = new Set(['bpmn:ServiceTask', 'bpmn:SendTask', 'bpmn:CallActivity']);

/** What a task does by itself, or why it does nothing; both undefined for other elements. */
export function workOf(element: Element, title: string): { work?: WorkSettings; idle?: string } {
  if (!WORKS.has(element.$type)) return {};
  const kind = element.$type === 'bpmn:CallActivity' ? '调用活动' : '服务任务';
  const text = element['settings'];
  if (typeof text !== 'string' || text === '')
    return calledElement(element) ?? { idle: `${kind}「${title}」没有设置要做的事，不会运行，请在右边选择` };
  const read = workSettings.safeParse(parsed(text));
  if (!read.success) return { idle: `${kind}「${title}」的设置不完整：${read.error.issues[0]?.message ?? '请重新设置'}` };
  if ((read.data.do === 'start') !== (element.$type === 'bpmn:CallActivity')) return { idle: `${kind}「${title}」的设置不适用，请重新设置` };
  return { work: read.data };
}

/** Other designers name the called process in an attribute, and its variables in extension elements. */
function calledElement(element: Element): { work: WorkSettings } | null {
  const flowKey = element['calledElement'];
  if (element.$type !== 'bpmn:CallActivity' || typeof flowKey !== 'string' || !/^[A-Za-z_][\w.-]{0,49}$/.test(flowKey)) return null;
  const values = (element['extensionElements'] as Element | undefined)?.['values'];
  const names = (local: string): Record<string, string> =>
    Object.fromEntries(
      (Array.isArray(values) ? (values as Element[]) : []).flatMap((one): [string, string][] =>
        one.$type.toLowerCase().endsWith(`:${local}`) && typeof one['source'] === 'string' && typeof one['target'] === 'string'
          ? [[one['source'], one['target']]]
          : [],
      ),
    );
  const read = workSettings.safeParse({ do: 'start', flowKey, input: names('in'), output: names('out') });
  return read.success ? { work: read.data } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
