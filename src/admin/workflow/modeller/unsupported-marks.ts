import { unsupportedPart } from '../../../../contract/workflow/bpmn-support.ts';
import type { Services } from './diagram-types.ts';
import type { DrawnPart } from './kept-content.ts';

const KIND = 'unsupported';
const SVG = 'http://www.w3.org/2000/svg';
const LAYER = -10;

/** Marks the nodes that the product does not run, and draws those that the editor does not know at their place. */
export function markUnsupported(service: <N extends keyof Services>(name: N) => Services[N], drawn: readonly DrawnPart[]): void {
  const overlays = service('overlays');
  overlays.remove({ type: KIND });
  for (const element of service('elementRegistry').getAll()) {
    if (element.labelTarget || element.type === 'label') continue;
    const why = unsupportedPart(element.businessObject, element.businessObject.name ?? element.id);
    if (why === null) continue;
    const html = document.createElement('div');
    html.className = 'node-unsupported';
    html.textContent = '未支持';
    html.title = why;
    overlays.add(element.id, KIND, { position: { top: -12, left: 0 }, html });
  }
  const layer = service('canvas').getLayer(KIND, LAYER);
  layer.replaceChildren(...drawn.map(shapeOf));
}

function shapeOf({ name, bounds: { x, y, width, height } }: DrawnPart): SVGGElement {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'unsupported-shape');
  const frame = document.createElementNS(SVG, 'rect');
  for (const [attribute, value] of Object.entries({ x, y, width, height, rx: 6 })) frame.setAttribute(attribute, String(value));
  const label = document.createElementNS(SVG, 'text');
  label.setAttribute('x', String(x + width / 2));
  label.setAttribute('y', String(y + height / 2));
  label.textContent = `未支持 ${name}`;
  group.append(frame, label);
  return group;
}
