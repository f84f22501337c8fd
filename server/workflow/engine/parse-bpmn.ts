import { BpmnModdle } from 'bpmn-moddle';
import type { Element } from './element.ts';

/** What the parser could not read. `element` and `property` are set for a reference to an id that the file does not have. */
export interface ParserWarning {
  readonly message: string;
  readonly element?: Element;
  readonly property?: string;
}

/** Parses a BPMN file with types for the given namespaces. */
export async function parseBpmn(
  xml: string,
  packages: Readonly<Record<string, unknown>> = {},
): Promise<{ root: Element; warnings: readonly ParserWarning[] }> {
  const { rootElement, warnings } = await new BpmnModdle(packages).fromXML(xml);
  return { root: rootElement as Element, warnings: warnings as readonly ParserWarning[] };
}
