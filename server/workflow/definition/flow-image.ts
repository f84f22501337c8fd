import type { Element } from '../engine/element.ts';
import { parseBpmn } from '../engine/parse-bpmn.ts';

const list = (value: unknown): Element[] => (Array.isArray(value) ? (value as Element[]) : []);
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : 0);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const MARGIN = 20;
const LINE_HEIGHT = 16;
const GATEWAY_MARKS: Readonly<Record<string, string>> = { 'bpmn:ExclusiveGateway': '×', 'bpmn:ParallelGateway': '＋', 'bpmn:InclusiveGateway': '○' };

/** Draws the diagram of a definition as SVG, from the positions in the file. Without positions the picture says so. */
export async function flowImage(xml: string): Promise<string> {
  const { root } = await parseBpmn(xml);
  const [diagram] = list(root['diagrams']);
  const parts = list((diagram?.['plane'] as Element | undefined)?.['planeElement']);
  const points: [number, number][] = [];
  const edges = parts.filter((one) => one.$type === 'bpmndi:BPMNEdge').map((one) => edge(one, points));
  const shapes = parts.filter((one) => one.$type === 'bpmndi:BPMNShape').map((one) => shape(one, points));
  if (points.length === 0) return svg(0, 0, 260, 60, '<text x="20" y="36">流程文件没有图形信息</text>');
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return svg(left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN + LINE_HEIGHT - top, [...edges, ...shapes].join('\n'));
}

const svg = (x: number, y: number, width: number, height: number, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="流程图" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13">
<defs><marker id="arrow" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#444"/></marker></defs>
${inner}
</svg>`;

function edge(one: Element, points: [number, number][]): string {
  const way = list(one['waypoint']).map((point): [number, number] => [number(point['x']), number(point['y'])]);
  points.push(...way);
  const flow = one['bpmnElement'] as Element | undefined;
  const [x, y] = way[Math.floor((way.length - 1) / 2)] ?? [0, 0];
  const name = typeof flow?.['name'] === 'string' ? `<text x="${x + 6}" y="${y - 6}" fill="#555">${escaped(flow['name'])}</text>` : '';
  return `<polyline points="${way.map((point) => point.join(',')).join(' ')}" fill="none" stroke="#444" stroke-width="1.5" marker-end="url(#arrow)"/>${name}`;
}

function shape(one: Element, points: [number, number][]): string {
  const bounds = one['bounds'] as Element | undefined;
  const element = one['bpmnElement'] as Element | undefined;
  const [x, y, width, height] = [number(bounds?.['x']), number(bounds?.['y']), number(bounds?.['width']), number(bounds?.['height'])];
  points.push([x, y], [x + width, y + height]);
  const type = element?.$type ?? '';
  const name = typeof element?.['name'] === 'string' ? element['name'] : '';
  const [cx, cy] = [x + width / 2, y + height / 2];
  const ink = 'fill="#fff" stroke="#333" stroke-width="1.5"';
  const below = name ? `<text x="${cx}" y="${y + height + LINE_HEIGHT}" text-anchor="middle">${escaped(name)}</text>` : '';
  if (type.endsWith('Event'))
    return `<circle cx="${cx}" cy="${cy}" r="${Math.min(width, height) / 2}" ${ink}${type === 'bpmn:EndEvent' ? ' style="stroke-width:3"' : ''}/>${below}`;
  if (type.endsWith('Gateway'))
    return `<polygon points="${cx},${y} ${x + width},${cy} ${cx},${y + height} ${x},${cy}" ${ink}/><text x="${cx}" y="${cy + 5}" text-anchor="middle">${GATEWAY_MARKS[type] ?? ''}</text>${below}`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" ${ink}/><text x="${cx}" y="${type === 'bpmn:SubProcess' ? y + LINE_HEIGHT + 4 : cy + 5}" text-anchor="middle">${escaped(name)}</text>`;
}
