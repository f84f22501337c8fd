/** An element as the BPMN parser returns it; the attributes of declared namespaces are properties, others are in `$attrs`. */
export interface Element {
  readonly $type: string;
  readonly $attrs: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly [property: string]: unknown;
}
