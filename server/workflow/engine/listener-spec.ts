import type { Element } from './element.ts';
import type { ListenerSpec } from './flow-graph.ts';

const KINDS: Readonly<Record<string, ListenerSpec['of']>> = { 'flowable:TaskListener': 'task', 'flowable:ExecutionListener': 'execution' };

/** Reads the listeners of an element. Their class or expression is the key of a registered listener; it is never run as code. */
export function listenersOf(element: Element): ListenerSpec[] {
  const values = (element['extensionElements'] as Element | undefined)?.['values'];
  return (Array.isArray(values) ? (values as Element[]) : []).flatMap((one) => {
    const of = KINDS[one.$type];
    const text = [one['class'], one['expression'], one['delegateExpression']].find((value) => typeof value === 'string' && value !== '');
    if (!of || typeof text !== 'string' || typeof one['event'] !== 'string') return [];
    return [{ of, event: one['event'], key: /^[$#]\{\s*([^}]*?)\s*\}$/.exec(text)?.[1] ?? text.trim() }];
  });
}
