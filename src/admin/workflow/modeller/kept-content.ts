/**
 * Elements, attributes and texts of a file that the parser of the designer drops: other namespaces, unknown names, illegal or repeated
 * ids, references to nothing. They are taken out of the file when it is opened, and put back into what the designer saves.
 */
export interface KeptContent {
  readonly parts: readonly KeptPart[];
  /** Dropped elements that have a place in the drawing. */
  readonly drawn: readonly DrawnPart[];
}

interface KeptPart {
  readonly place: Place;
  readonly element?: Element;
  /** Id of the element before it. */
  readonly after?: string;
  readonly attribute?: { readonly namespace: string | null; readonly name: string; readonly value: string };
  readonly text?: string;
}

export interface DrawnPart {
  readonly name: string;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Where a part belongs: the nearest element with an id, null for the root, and the way from it by names and positions. */
interface Place {
  readonly id: string | null;
  readonly way: readonly (readonly [key: string, index: number])[];
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';

const keyOf = (one: Element | Attr): string => `{${one.namespaceURI ?? ''}}${one.localName}`;
const elementsOf = (one: Element): Element[] => [...one.children];
const attributesOf = (one: Element): Attr[] => [...one.attributes].filter(({ namespaceURI }) => namespaceURI !== XMLNS);
const signatureOf = (one: Element): string =>
  `${keyOf(one)}(${attributesOf(one)
    .map((attribute) => `${keyOf(attribute)}=${attribute.value}`)
    .toSorted()
    .join()})[${elementsOf(one).map(signatureOf).join('')}]${one.childElementCount === 0 ? (one.textContent ?? '').trim() : ''}`;

function parse(xml: string): Document {
  const document = new DOMParser().parseFromString(xml.replace(/^\uFEFF/, ''), 'application/xml');
  if (document.querySelector('parsererror')) throw new Error('流程文件不是有效的 XML，请检查文件是否完整');
  return document;
}

function placeOf(one: Element): Place {
  const way: [string, number][] = [];
  for (let at = one; ; ) {
    const id = at.getAttribute('id');
    const parent = at.parentElement;
    if (id !== null && id !== '' && parent) return { id, way };
    if (!parent) return { id: null, way };
    const alike = elementsOf(parent).filter((other) => keyOf(other) === keyOf(at));
    way.unshift([keyOf(at), alike.indexOf(at)]);
    at = parent;
  }
}

/** Pairs the children of an element with those of its saved form: by id, by equal content, then by the most common attributes. */
function pairs(original: Element, saved: Element): Map<Element, Element> {
  const found = new Map<Element, Element>();
  const free = new Set(elementsOf(saved));
  const take = (one: Element, other: Element | undefined): void => {
    if (!other) return;
    found.set(one, other);
    free.delete(other);
  };
  const candidates = (one: Element): Element[] => [...free].filter((other) => keyOf(other) === keyOf(one));
  const children = elementsOf(original);
  for (const one of children) {
    const id = one.getAttribute('id');
    if (id !== null)
      take(
        one,
        candidates(one).find((other) => other.getAttribute('id') === id),
      );
  }
  const open = (): Element[] => children.filter((one) => !found.has(one) && one.getAttribute('id') === null);
  for (const one of open()) {
    const signature = signatureOf(one);
    take(
      one,
      candidates(one).find((other) => signatureOf(other) === signature),
    );
  }
  for (const one of open()) {
    const own = new Map(attributesOf(one).map((attribute) => [keyOf(attribute), attribute.value]));
    const score = (other: Element): number => attributesOf(other).filter((attribute) => own.get(keyOf(attribute)) === attribute.value).length;
    // A leaf without a saved counterpart of its text is another leaf, not a changed one.
    const likely = candidates(one).filter(
      (other) =>
        one.childElementCount + other.childElementCount > 0 ||
        (one.textContent ?? '').trim() === (other.textContent ?? '').trim() ||
        (other.textContent ?? '').trim() === '',
    );
    take(one, likely.toSorted((a, b) => score(b) - score(a))[0]);
  }
  // The parser writes some elements under the name of the property that holds them.
  for (const one of children.filter((child) => !found.has(child)))
    take(
      one,
      [...free].find((other) => other.namespaceURI === one.namespaceURI && (one.id === '' ? innerOf(other) === innerOf(one) : other.id === one.id)),
    );
  return found;
}

const innerOf = (one: Element): string => signatureOf(one).slice(keyOf(one).length);

/** Compares a file with what the designer saves of it without a change. */
export function keptContent(xml: string, saved: string): KeptContent {
  const original = parse(xml);
  const parts: KeptPart[] = [];
  const dropped: Element[] = [];
  const compare = (one: Element, other: Element): void => {
    const found = pairs(one, other);
    const place = placeOf(other);
    for (const attribute of attributesOf(one))
      if (!other.hasAttributeNS(attribute.namespaceURI, attribute.localName))
        parts.push({ place, attribute: { namespace: attribute.namespaceURI, name: attribute.name, value: attribute.value } });
    const text = ownText(one);
    if (text !== '' && ownText(other) === '' && one.childElementCount === 0 && other.childElementCount === 0) parts.push({ place, text });
    let after: string | null = null;
    for (const child of elementsOf(one)) {
      const match = found.get(child);
      if (match) compare(child, match);
      else {
        parts.push({ place, element: child, ...(after === null ? {} : { after }) });
        dropped.push(child);
      }
      after = child.getAttribute('id') ?? after;
    }
  };
  compare(original.documentElement, parse(saved).documentElement);
  return { parts, drawn: drawnOf(original, dropped) };
}

const ownText = (one: Element): string =>
  [...one.childNodes]
    .map((node) => (node.nodeType === 3 || node.nodeType === 4 ? (node.nodeValue ?? '') : ''))
    .join('')
    .trim();

function drawnOf(original: Document, dropped: readonly Element[]): DrawnPart[] {
  const names = new Map(
    dropped
      .flatMap((one) => [one, ...one.querySelectorAll('[id]')])
      .map((one) => [one.getAttribute('id') ?? '', one.getAttribute('name') || one.nodeName]),
  );
  return [...original.getElementsByTagNameNS('*', 'BPMNShape')].flatMap((shape): DrawnPart[] => {
    const name = names.get(shape.getAttribute('bpmnElement') ?? '');
    const bounds = elementsOf(shape).find(({ localName }) => localName === 'Bounds');
    if (name === undefined || !bounds) return [];
    const number = (attribute: string): number => Number(bounds.getAttribute(attribute)) || 0;
    return [{ name, bounds: { x: number('x'), y: number('y'), width: number('width'), height: number('height') } }];
  });
}

/** Returns what the designer has saved, with the kept parts. A part whose container was deleted on the canvas goes with it. */
export function withKeptContent(saved: string, { parts }: KeptContent): string {
  if (parts.length === 0) return saved;
  const document = parse(saved);
  const byId = new Map<string, Element>();
  for (const one of document.querySelectorAll('[id]')) if (!byId.has(one.id)) byId.set(one.id, one);
  const located = parts.map((part) => ({ part, parent: elementAt(document, byId, part.place) }));
  for (const { part, parent } of located) {
    if (!parent) continue;
    if (part.attribute) {
      const { namespace, name, value } = part.attribute;
      const local = name.replace(/^.*:/, '');
      if (!parent.hasAttributeNS(namespace, local)) parent.setAttributeNS(namespace, name, value);
    } else if (part.text !== undefined) {
      if (ownText(parent) === '') parent.append(part.text);
    } else if (part.element) insert(parent, document.importNode(part.element, true), part.after);
  }
  return HEADER + new XMLSerializer().serializeToString(document.documentElement);
}

function elementAt(document: Document, byId: ReadonlyMap<string, Element>, { id, way }: Place): Element | null {
  let at: Element | null = id === null ? document.documentElement : (byId.get(id) ?? null);
  for (const [key, index] of way) {
    if (!at) return null;
    const parent: Element = at;
    at = elementsOf(parent).filter((one) => keyOf(one) === key)[index] ?? null;
    if (!at && key.endsWith('}extensionElements')) {
      at = document.createElementNS(key.slice(1, key.indexOf('}')), prefixed(parent, 'extensionElements'));
      parent.prepend(at);
    }
  }
  return at;
}

const prefixed = (beside: Element, local: string): string => (beside.prefix ? `${beside.prefix}:${local}` : local);

function insert(parent: Element, element: Element, after: string | undefined): void {
  const before = after === undefined ? undefined : elementsOf(parent).findLast((one) => one.getAttribute('id') === after);
  if (before) before.after(element);
  else if (element.localName === 'extensionElements' || element.localName === 'documentation') parent.prepend(element);
  else parent.insertBefore(element, elementsOf(parent).find(({ localName }) => localName === 'BPMNDiagram') ?? null);
}

/** Names of what is kept but not understood, each once, for the message after a file is opened. */
export function keptNames({ parts }: KeptContent): string[] {
  return [
    ...new Set(
      parts.flatMap(({ element }) => {
        if (!element) return [];
        const title = element.getAttribute('name') || element.getAttribute('id');
        return [title ? `${element.nodeName}「${title}」` : element.nodeName];
      }),
    ),
  ];
}
