import { BpmnModdle } from 'bpmn-moddle';
import type { Element } from './element.ts';

/** Parses a BPMN file with types for the given namespaces; warnings are texts of what the parser dropped. */
export async function parseBpmn(
  xml: string,
  packages: Readonly<Record<string, unknown>> = {},
): Promise<{ root: Element; warnings: readonly string[] }> {
  const { rootElement, warnings } = await new BpmnModdle(packages).fromXML(xml);
  return { root: rootElement as unknown as Element, warnings: warnings.map(({ message }) => message) };
}
