/** The parts of the diagram library that this folder uses, with the types it needs. */

/** The node of the BPMN file behind a shape. */
export interface BusinessObject {
  readonly $type: string;
  readonly id: string;
  readonly name?: string;
  readonly $attrs: Readonly<Record<string, string>>;
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

export interface DiagramElement {
  readonly id: string;
  readonly type: string;
  readonly businessObject: BusinessObject;
  readonly labelTarget?: DiagramElement;
  readonly parent?: DiagramElement;
  readonly source?: DiagramElement;
  readonly target?: DiagramElement;
  /** The flows that leave a node. */
  readonly outgoing?: readonly DiagramElement[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Services {
  canvas: {
    zoom(level?: number | 'fit-viewport', center?: 'auto'): number;
    getRootElement(): DiagramElement;
    addMarker(element: string | DiagramElement, marker: string): void;
    removeMarker(element: string | DiagramElement, marker: string): void;
    scrollToElement(element: DiagramElement): void;
    viewbox(): { x: number; y: number; width: number; height: number };
    focus(): void;
    getLayer(name: string, index: number): SVGGElement;
  };
  commandStack: {
    canUndo(): boolean;
    canRedo(): boolean;
    undo(): void;
    redo(): void;
    clear(): void;
    registerHandler(command: string, handler: new () => unknown): void;
    execute(command: string, context: object): void;
  };
  selection: { get(): DiagramElement[]; select(elements: DiagramElement | DiagramElement[] | null): void };
  elementRegistry: { get(id: string): DiagramElement | undefined; getAll(): DiagramElement[] };
  elementFactory: { createShape(attributes: { type: string; isExpanded?: boolean; eventDefinitionType?: string }): DiagramElement };
  modeling: {
    updateProperties(element: DiagramElement, properties: Readonly<Record<string, unknown>>): void;
    createShape(shape: DiagramElement, position: { x: number; y: number }, parent: DiagramElement): DiagramElement;
    appendShape(source: DiagramElement, shape: DiagramElement, position: undefined, parent: DiagramElement): DiagramElement;
    createSpace(moving: DiagramElement[], resizing: DiagramElement[], delta: { x: number; y: number }, direction: 'e', start: number): void;
    removeElements(elements: DiagramElement[]): void;
    setColor(elements: DiagramElement[], colors: { stroke?: string; fill?: string }): void;
  };
  autoPlace: { append(source: DiagramElement, shape: DiagramElement): DiagramElement };
  create: { start(event: Event, shape: DiagramElement, hints?: { source?: DiagramElement }): void };
  connect: { start(event: Event, source: DiagramElement): void };
  copyPaste: { copy(elements: DiagramElement[]): unknown; duplicate?(elements: DiagramElement[]): void };
  bpmnReplace: { replaceElement(element: DiagramElement, target: { type: string }): DiagramElement };
  overlays: {
    add(element: string, kind: string, overlay: { position: Readonly<Record<string, number>>; html: HTMLElement }): string;
    remove(filter: { type: string }): void;
  };
  moddle: { create(type: string, attributes?: Readonly<Record<string, unknown>>): BusinessObject };
  eventBus: { on(event: string, listener: (event: { element?: DiagramElement }) => void): void };
}

export interface ContextPad {
  registerProvider(provider: { getContextPadEntries(element: DiagramElement): Readonly<Record<string, PadEntry>> }): void;
}

export interface PadEntry {
  readonly group: string;
  readonly className: string;
  readonly title: string;
  readonly action: {
    readonly click?: (event: Event, element: DiagramElement) => void;
    readonly dragstart?: (event: Event, element: DiagramElement) => void;
  };
}

/** What happened at a node: drawn as a colour, with the people and times as a label. */
export interface NodeMark {
  readonly key: string;
  readonly state: 'done' | 'now' | 'returned';
  /** 张编辑 11-20 15:12 */
  readonly label?: string;
}
