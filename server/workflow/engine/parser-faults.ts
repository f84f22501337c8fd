import type { Element } from './element.ts';
import type { Problem } from './flow-graph.ts';
import type { ParserWarning } from './parse-bpmn.ts';

/** References that an instance follows; others only draw or describe. */
const FOLLOWED = /(?:^|:)(sourceRef|targetRef|attachedToRef|default)$/;

/** Returns the faults of what the parser could not read. What it drops is in the file only, so a definition with it cannot be deployed. */
export function parserFaults(xml: string, warnings: readonly ParserWarning[]): Problem[] {
  const dropped = new Set<string>();
  const found: Problem[] = [];
  const add = (level: Problem['level'], node: string, message: string): void => void found.push({ level, node, message });
  for (const warning of warnings) {
    const { message } = warning;
    const attribute = /^unknown attribute <([^>]+)>/.exec(message)?.[1];
    if (attribute) {
      add('warning', '', `属性「${attribute}」不认识，已保留在文件里，不起作用`);
      continue;
    }
    if (message.startsWith('unresolved reference')) continue;
    const { id, name, draws } = droppedElement(xml, message);
    if (draws !== '' && dropped.has(draws)) continue;
    const illegal = /illegal ID <([^>]*)>/.exec(message)?.[1];
    const twice = /duplicate ID <([^>]+)>/.exec(message)?.[1];
    for (const one of [id, illegal, twice]) if (one) dropped.add(one);
    const tag = /unparsable content <\/?([^>\s/]+)/.exec(message)?.[1] ?? '';
    if (illegal !== undefined) add('error', illegal, `编号「${illegal}」不合规，不能运行，请改为以字母开头`);
    else if (twice) add('error', twice, `编号「${twice}」重复，请改成不同的编号`);
    else if (tag) add('error', id, `「${name || tag}」（${tag}）暂不支持，已保留在文件里，不能运行，发布前请删除或换成其他节点`);
    else add('error', id, `文件有无法识别的内容，请删除后再导入：${message.split('\n')[0]?.slice(0, 100) ?? ''}`);
  }
  for (const { message, element, property = '' } of warnings) {
    const reference = /^unresolved reference <([^>]+)>/.exec(message)?.[1];
    if (reference === undefined || dropped.has(reference)) continue;
    const own = idOf(element);
    if (FOLLOWED.test(property)) add('error', own || reference, `「${nameOf(element) || own}」引用的节点「${reference}」不存在，请删除或重新连接`);
    else add('warning', own || reference, `「${own || element?.$type || '文件'}」引用的「${reference}」不存在，不起作用`);
  }
  const seen = new Set<string>();
  return found.filter(({ node, message }) => !seen.has(`${node} ${message}`) && seen.add(`${node} ${message}`));
}

/** Ids of elements whose missing ends `parserFaults` has reported. */
export const unresolvedOwners = (warnings: readonly ParserWarning[]): ReadonlySet<string> =>
  new Set(warnings.flatMap(({ element, property = '' }) => (FOLLOWED.test(property) && element ? [idOf(element)] : [])));

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = (element: Element | undefined): string => text(element?.id);
const nameOf = (element: Element | undefined): string => text(element?.['name']);

/** Attributes of the start tag of an element that the parser dropped, by the position in the warning. */
function droppedElement(xml: string, message: string): { id: string; name: string; draws: string } {
  const position = /line: (\d+)\s+column: (\d+)/.exec(message);
  if (!position) return { id: '', name: '', draws: '' };
  const line = Number(position[1]);
  let start = 0;
  for (let at = 0; at < line && start >= 0; at++) start = xml.indexOf('\n', start) + 1;
  const rest = xml.slice(start + Number(position[2]));
  const tag = /^[^<]*<[^>]*>/.exec(rest)?.[0] ?? '';
  const attribute = (name: string): string => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';
  return { id: attribute('id'), name: attribute('name'), draws: attribute('bpmnElement') };
}
