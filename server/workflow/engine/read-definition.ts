import { flowablePackageFor, SHUZHOU_MODDLE } from '../../../contract/workflow/bpmn-extensions.ts';
import { unsupportedKind, unsupportedPart } from '../../../contract/workflow/bpmn-support.ts';
import type { Element } from './element.ts';
import { parseExpression } from './expression.ts';
import { listenersOf } from './listener-spec.ts';
import type { FlowGraph, FlowNode, NodeKind, Problem, SequenceFlow } from './flow-graph.ts';
import { parseBpmn } from './parse-bpmn.ts';
import { parserFaults, unresolvedOwners } from './parser-faults.ts';
import { taskSpecOf } from './task-spec.ts';
import { workOf } from './work-spec.ts';
import { timerOf } from './timer-spec.ts';

export interface ReadResult {
  readonly graph: FlowGraph | null;
  readonly problems: readonly Problem[];
}

const MAX_BYTES = 1024 * 1024;
const MAX_NODES = 1_000;
/** Levels of subprocesses. */
const MAX_DEPTH = 20;

const KINDS: Readonly<Record<string, NodeKind>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:UserTask': 'task',
  'bpmn:Task': 'pass',
  'bpmn:ManualTask': 'pass',
  'bpmn:ServiceTask': 'pass',
  'bpmn:SendTask': 'pass',
  'bpmn:BusinessRuleTask': 'pass',
  'bpmn:IntermediateThrowEvent': 'pass',
  'bpmn:IntermediateCatchEvent': 'timer',
  'bpmn:BoundaryEvent': 'boundary',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:CallActivity': 'pass',
  'bpmn:SubProcess': 'scope',
};
/** Elements that nothing runs: they stay in the file and have no effect. */
const INERT = new Set(['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference', 'bpmn:TextAnnotation', 'bpmn:Association']);
const list = (value: unknown): Element[] => (Array.isArray(value) ? (value as Element[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const idOf = (value: unknown): string => text((value as Element | undefined)?.id);

/** Reads a BPMN file. The graph is null when the file cannot be run; every fault is one problem with the id of its element. */
export async function readDefinition(xml: string): Promise<ReadResult> {
  const problems: Problem[] = [];
  const fault = (node: string, message: string, level: Problem['level'] = 'error'): void => void problems.push({ level, node, message });
  const failed = (message: string): ReadResult => ({ graph: null, problems: [{ level: 'error', node: '', message }] });
  if (Buffer.byteLength(xml) > MAX_BYTES) return failed('流程文件超过1MB，请精简后再导入');
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return failed('流程文件不能包含 DOCTYPE 或实体声明，请删除后再导入');
  if (xml.includes('\0')) return failed('流程文件里有空字符（U+0000），请删除后再导入');
  let root: Element;
  let reported: ReadonlySet<string>;
  try {
    const read = await parseBpmn(xml, { flowable: flowablePackageFor(xml), shuzhou: SHUZHOU_MODDLE });
    root = read.root;
    problems.push(...parserFaults(xml, read.warnings));
    reported = unresolvedOwners(read.warnings);
  } catch {
    return failed('流程文件不是有效的 BPMN 2.0，请检查文件是否完整');
  }
  const processes = list(root['rootElements']).filter((one) => one.$type === 'bpmn:Process');
  const [process] = processes;
  if (!process) return failed('流程文件里没有流程（process），请重新绘制');
  if (processes.length > 1) fault(idOf(processes[1]), '一个文件只能有一个流程，请拆成多个文件');
  const nodes = new Map<string, FlowNode>();
  const flows = new Map<string, SequenceFlow>();
  const elements: { element: Element; scope: string | null }[] = [];
  if (!collect(process, elements)) return failed(`子流程的嵌套超过${MAX_DEPTH}层，请减少层数或拆成几个流程`);
  if (elements.length > MAX_NODES) return failed(`流程的节点和连线超过${MAX_NODES}个，请拆成几个流程`);
  const known = new Set(elements.filter(({ element }) => !INERT.has(element.$type)).map(({ element }) => idOf(element)));
  for (const { element } of elements) if (element.$type === 'bpmn:SequenceFlow') addFlow(element, flows, fault);
  for (const { element, scope } of elements) addNode(element, scope, nodes, flows, fault);
  for (const { id, from, to } of flows.values()) {
    if (nodes.has(from) && nodes.has(to)) continue;
    flows.delete(id);
    // A flow of an element that has a fault itself is not a second fault.
    const isOwnFault = [from, to].some((end) => !nodes.has(end) && !known.has(end));
    if (isOwnFault && !reported.has(id)) fault(id, `连线「${id}」没有接到节点上，请重新连接`);
  }
  const starts = [...nodes.values()].filter((one) => one.kind === 'start' && one.scope === null);
  if (starts.length === 0) fault(idOf(process), '流程没有开始节点，请添加一个');
  if (starts.length > 1) fault(starts[1]?.id ?? '', `流程只能有一个开始节点，「${starts[1]?.id}」是多余的`);
  if (![...nodes.values()].some((one) => (one.kind === 'end' || one.kind === 'terminate') && one.scope === null))
    fault(idOf(process), '流程没有结束节点，请添加一个');
  const broken = problems.some(({ level }) => level === 'error');
  const graph: FlowGraph = {
    key: idOf(process),
    name: text(process['name']),
    nodes,
    flows,
    start: starts[0]?.id ?? '',
    initiator: text(elements.find(({ element }) => element.id === starts[0]?.id)?.element['initiator']) || 'INITIATOR',
    listeners: listenersOf(process),
  };
  return { graph: broken ? null : graph, problems };
}

/** Adds the elements of all levels; returns false when subprocesses are nested too deep. */
function collect(container: Element, into: { element: Element; scope: string | null }[], scope: string | null = null, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  return list(container['flowElements']).every((element) => {
    into.push({ element, scope });
    return element.$type !== 'bpmn:SubProcess' || collect(element, into, idOf(element), depth + 1);
  });
}

type Fault = (node: string, message: string, level?: Problem['level']) => void;

function addFlow(element: Element, flows: Map<string, SequenceFlow>, fault: Fault): void {
  const id = idOf(element);
  const condition = element['conditionExpression'] as Element | undefined;
  const body = text(condition?.['body']).trim();
  const language = text(condition?.['language']);
  const expression = body === '' ? null : parseExpression(body);
  if (body !== '' && (!expression || (language !== '' && !/^(juel|expression|.*XPath)$/i.test(language))))
    fault(
      id,
      `连线「${text(element['name']) || id}」的条件「${body.slice(0, 60)}」无法识别，请写成 \${天数 > 3 && 类型 == '事假'} 这样的比较`
        .replace('天数', 'days')
        .replace('类型', 'kind'),
    );
  flows.set(id, {
    id,
    name: text(element['name']),
    from: idOf(element['sourceRef']),
    to: idOf(element['targetRef']),
    condition: expression,
    listeners: listenersOf(element),
  });
}

function addNode(element: Element, scope: string | null, nodes: Map<string, FlowNode>, flows: ReadonlyMap<string, SequenceFlow>, fault: Fault): void {
  const { $type } = element;
  if ($type === 'bpmn:SequenceFlow' || INERT.has($type)) return;
  const id = idOf(element);
  const name = text(element['name']);
  const title = name || id;
  const kind = KINDS[$type];
  const unsupported = unsupportedPart(element, title);
  if (!kind) return fault(id, unsupported ?? `节点「${title}」是${$type.replace('bpmn:', '')}，暂不支持，请换成其他节点`);
  // A kind that does nothing does not stop what was deployed before it was refused.
  if (unsupported && !unsupportedKind($type)) fault(id, unsupported);
  const { work, idle = unsupportedKind($type) ? (unsupported ?? undefined) : undefined } = workOf(element, title);
  const refs = [...flows.values()];
  const node: FlowNode = {
    id,
    name,
    kind: work
      ? 'work'
      : kind === 'end' && list(element['eventDefinitions']).some((one) => one.$type === 'bpmn:TerminateEventDefinition')
        ? 'terminate'
        : kind,
    scope,
    incoming: refs.filter((flow) => flow.to === id).map((flow) => flow.id),
    outgoing: refs.filter((flow) => flow.from === id).map((flow) => flow.id),
    defaultFlow: idOf(element['default']) || null,
    listeners: listenersOf(element),
    ...(kind === 'task' ? { task: taskSpecOf(element, title, fault) } : {}),
    ...eventParts(element, kind, title, fault),
    ...(work ? { work } : {}),
    ...(idle === undefined ? {} : { idle }),
  };
  nodes.set(id, node);
}

function eventParts(element: Element, kind: NodeKind, title: string, fault: Fault): Partial<FlowNode> {
  if (kind !== 'timer' && kind !== 'boundary') return {};
  const id = idOf(element);
  const [event] = list(element['eventDefinitions']);
  if (event?.$type !== 'bpmn:TimerEventDefinition') return {};
  const timer = timerOf(event);
  if (!timer) fault(id, `定时事件「${title}」的时间无法识别，请写成 PT24H、P3D 或 2026-12-31T18:00:00`);
  const parts = timer ? { timer } : {};
  if (kind === 'timer') return parts;
  const host = element['attachedToRef'] as Element | undefined;
  if (host?.$type !== 'bpmn:UserTask') fault(id, `边界事件「${title}」只能放在用户任务上，请移到用户任务上`);
  return { ...parts, attachedTo: idOf(host), interrupting: element['cancelActivity'] !== false };
}
