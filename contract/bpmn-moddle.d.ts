/** The parts of `bpmn-moddle` that this program uses; the package has no types. */
declare module 'bpmn-moddle' {
  /** A node of a BPMN file: attributes and children by their names in the BPMN schema. */
  export interface ModdleElement {
    readonly $type: string;
    readonly $parent?: ModdleElement;
    /** Attributes without a declared type, by their qualified name. */
    readonly $attrs: Readonly<Record<string, string>>;
    readonly id?: string;
    get(name: string): unknown;
    set(name: string, value: unknown): void;
    // oxlint-disable-next-line no-explicit-any -- the schema gives the type of each name
    [name: string]: any;
  }

  export interface ParseResult {
    readonly rootElement: ModdleElement;
    readonly elementsById: Readonly<Record<string, ModdleElement>>;
    readonly references: readonly { readonly element: ModdleElement; readonly property: string; readonly id: string }[];
    readonly warnings: readonly { readonly message: string; readonly error?: Error }[];
  }

  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>);
    /** Rejects with an error that has `warnings` when the text is not BPMN. */
    fromXML(xml: string): Promise<ParseResult>;
    toXML(element: ModdleElement, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>;
    create(type: string, attributes?: Readonly<Record<string, unknown>>): ModdleElement;
    createAny(name: string, namespace: string, attributes?: Readonly<Record<string, unknown>>): ModdleElement;
  }
}
