/** Short notation for BPMN files, for tests, benches and the demo. */
export interface FlowSketch {
  readonly key: string;
  readonly name: string;
  /** `[id, tag, attributes, inner XML]`; tag as in BPMN, without prefix. */
  readonly nodes: readonly (readonly [id: string, tag: string, attributes?: Readonly<Record<string, string>>, inner?: string])[];
  /** `from -> to`, `from -> to ${condition}`; the id is `flow_from_to`. */
  readonly flows: readonly string[];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const STEP_X = 160;
const Y = 200;
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  startEvent: [36, 36],
  endEvent: [36, 36],
  userTask: [100, 80],
  serviceTask: [100, 80],
};
const GATEWAY: readonly [number, number] = [50, 50];

/** Writes a BPMN file with a diagram: nodes in one row, in the order of the sketch. */
export function bpmnOf({ key, name, nodes, flows }: FlowSketch): string {
  const edges = flows.map((line) => {
    const [, from = '', to = '', condition = ''] = /^(\w+)\s*->\s*(\w+)\s*(.*)$/.exec(line) ?? [];
    return { id: `flow_${from}_${to}`, from, to, condition };
  });
  const elements = nodes.map(([id, tag, attributes = {}, inner = '']) => {
    const all = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
    return `<bpmn:${tag} id="${id}"${all.join('')}>${inner}</bpmn:${tag}>`;
  });
  const lines = edges.map(({ id, from, to, condition }) => {
    const body =
      condition === '' ? '' : `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${escaped(condition)}</bpmn:conditionExpression>`;
    return `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${body}</bpmn:sequenceFlow>`;
  });
  const places = new Map(
    nodes.map(([id, tag], index) => {
      const [width, height] = SIZES[tag] ?? GATEWAY;
      return [id, { x: 100 + index * STEP_X, y: Y - height / 2, width, height }] as const;
    }),
  );
  const shapes = [...places].map(
    ([id, { x, y, width, height }]) =>
      `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`,
  );
  const drawn = edges.map(({ id, from, to }) => {
    const [first, last] = [places.get(from), places.get(to)];
    if (!first || !last) return '';
    const forward = last.x > first.x;
    const points =
      forward && last.x - first.x <= STEP_X
        ? [
            [first.x + first.width, Y],
            [last.x, Y],
          ]
        : [
            [first.x + first.width / 2, first.y],
            [first.x + first.width / 2, 90],
            [last.x + last.width / 2, 90],
            [last.x + last.width / 2, last.y],
          ];
    return `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">${points.map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`).join('')}</bpmndi:BPMNEdge>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:shuzhou="http://shuzhou/schema/bpmn" id="definitions_${key}" targetNamespace="http://flowable.org/bpmn">
<bpmn:process id="${key}" name="${escaped(name)}" isExecutable="true">
${[...elements, ...lines].join('\n')}
</bpmn:process>
<bpmndi:BPMNDiagram id="diagram_${key}"><bpmndi:BPMNPlane id="plane_${key}" bpmnElement="${key}">
${[...shapes, ...drawn].join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`;
}
