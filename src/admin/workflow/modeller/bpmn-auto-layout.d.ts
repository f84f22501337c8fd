/** The library has no types of its own. */
declare module 'bpmn-auto-layout' {
  /** Computes the shapes and edges of the first process of a file. Nodes are found by their `incoming` and `outgoing` elements. */
  export function layoutProcess(xml: string): Promise<string>;
}
