const SHAPE = /<(?:[\w.-]+:)?BPMNShape[\s/>]/;
const DIAGRAM = /<((?:[\w.-]+:)?BPMNDiagram)(?:\s[^>]*)?(?:\/>|>[\s\S]*?<\/\1\s*>)/g;
const FIRST_DIAGRAM = new RegExp(DIAGRAM.source);
const END = /<\/(?:[\w.-]+:)?definitions\s*>\s*$/;
const NAMESPACES =
  'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI"';

interface ModelElement {
  readonly $type: string;
  readonly sourceRef?: FlowNode;
  readonly targetRef?: FlowNode;
  readonly flowElements?: readonly ModelElement[];
  readonly rootElements?: readonly ModelElement[];
}
interface FlowNode {
  get(list: 'incoming' | 'outgoing'): ModelElement[];
}

/** Lists each flow at its two nodes. The standard allows files that name the nodes only at the flow. */
function linkNodes({ rootElements = [], flowElements = [] }: ModelElement): void {
  for (const element of [...rootElements, ...flowElements]) {
    linkNodes(element);
    if (element.$type !== 'bpmn:SequenceFlow') continue;
    for (const list of [element.sourceRef?.get('outgoing'), element.targetRef?.get('incoming')])
      if (list && !list.includes(element)) list.push(element);
  }
}

/**
 * Adds a computed diagram to a BPMN file that has only a model, because the editor draws only elements that have a shape.
 * The text of the model stays as it is. Throws when the file cannot be read.
 */
export async function withLayout(xml: string): Promise<string> {
  if (SHAPE.test(xml)) return xml;
  const model = xml.replace(DIAGRAM, '');
  const end = END.exec(model);
  if (!end) return xml;
  const [{ BpmnModdle }, { layoutProcess }] = await Promise.all([import('bpmn-moddle'), import('bpmn-auto-layout')]);
  const moddle = new BpmnModdle();
  const { rootElement } = await moddle.fromXML(model);
  linkNodes(rootElement as ModelElement);
  const [diagram = ''] = FIRST_DIAGRAM.exec(await layoutProcess((await moddle.toXML(rootElement)).xml)) ?? [];
  return `${model.slice(0, end.index)}${diagram.replace('<bpmndi:BPMNDiagram', `<bpmndi:BPMNDiagram ${NAMESPACES}`)}\n${model.slice(end.index)}`;
}
