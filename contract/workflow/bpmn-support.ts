/** An element of a BPMN file, as the parser of the server and the designer of the client read it. */
export interface BpmnPart {
  readonly $type: string;
  readonly eventDefinitions?: unknown;
  readonly triggeredByEvent?: unknown;
  readonly loopCharacteristics?: unknown;
}

/** Flow elements that the engine does not run, with their Chinese names. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  'bpmn:ScriptTask': '脚本任务',
  'bpmn:ReceiveTask': '接收任务',
  'bpmn:BusinessRuleTask': '业务规则任务',
  'bpmn:EventBasedGateway': '事件网关',
  'bpmn:ComplexGateway': '复杂网关',
  'bpmn:Transaction': '事务子流程',
  'bpmn:AdHocSubProcess': '即席子流程',
  'bpmn:CallChoreography': '调用编排',
  'bpmn:ChoreographyTask': '编排任务',
  'bpmn:SubChoreography': '子编排',
  'bpmn:ImplicitThrowEvent': '隐式抛出事件',
};
const EVENT_NAMES: Readonly<Record<string, string>> = {
  'bpmn:MessageEventDefinition': '消息',
  'bpmn:SignalEventDefinition': '信号',
  'bpmn:ErrorEventDefinition': '错误',
  'bpmn:EscalationEventDefinition': '升级',
  'bpmn:CompensateEventDefinition': '补偿',
  'bpmn:ConditionalEventDefinition': '条件',
  'bpmn:LinkEventDefinition': '链接',
  'bpmn:CancelEventDefinition': '取消',
  'bpmn:TimerEventDefinition': '定时',
  'bpmn:TerminateEventDefinition': '终止',
};
/** A message or a signal that is sent has no receiver in this product: the event is passed. */
const PASSED = new Set(['bpmn:MessageEventDefinition', 'bpmn:SignalEventDefinition']);

export const unsupportedKind = (type: string): string | undefined => UNSUPPORTED[type];

const list = (value: unknown): BpmnPart[] => (Array.isArray(value) ? (value as BpmnPart[]) : []);

/**
 * Returns what of a flow element this product does not run, as a part of a sentence with `title`, or null. The file keeps it; it cannot be
 * deployed, and the designer marks it 未支持.
 */
export function unsupportedPart(element: BpmnPart, title: string): string | null {
  const { $type } = element;
  const kind = UNSUPPORTED[$type];
  if (kind) return `节点「${title}」是${kind}，暂不支持，请换成其他节点`;
  const events = list(element.eventDefinitions);
  if (events.length > 1) return `事件「${title}」有多个触发条件，请只保留一个`;
  const [event] = events;
  const name = EVENT_NAMES[event?.$type ?? ''] ?? '';
  switch ($type) {
    case 'bpmn:StartEvent':
      return event ? `开始节点「${title}」由${name}触发，暂不支持，请用普通开始节点` : null;
    case 'bpmn:EndEvent':
      return event && event.$type !== 'bpmn:TerminateEventDefinition' && !PASSED.has(event.$type)
        ? `结束节点「${title}」的${name}事件暂不支持，请用普通结束节点`
        : null;
    case 'bpmn:IntermediateThrowEvent':
      return event && !PASSED.has(event.$type) ? `中间事件「${title}」的${name}事件暂不支持，请换成其他节点` : null;
    case 'bpmn:IntermediateCatchEvent':
    case 'bpmn:BoundaryEvent':
      return event?.$type === 'bpmn:TimerEventDefinition' ? null : `事件「${title}」等待的是${name || '未知'}事件，只支持定时事件，请换成定时事件`;
    case 'bpmn:SubProcess':
      if (element.triggeredByEvent) return `事件子流程「${title}」暂不支持，请改成普通子流程`;
      break;
  }
  if ($type !== 'bpmn:UserTask' && element.loopCharacteristics) return `节点「${title}」设置了多实例或循环，只有用户任务可以多人办理，请去掉这项设置`;
  return null;
}
