import { isElement, type XmlElement, type XmlNode } from '../xml-tree.ts';

/** What becomes of a mark: its change is adopted, taken back, or the mark stays. */
export type Decision = 'accept' | 'reject' | 'keep';
/** Decides a mark by its element, such as `w:ins` or `w:rPrChange`, with the attributes `w:author` and `w:date`. */
export type Decide = (mark: XmlElement) => Decision;

export const INSERTS: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
export const DELETES: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);
/** Tracked changes of properties: the element holds the properties before. */
export const PROPERTY_CHANGES: ReadonlySet<string> = new Set([
  'w:rPrChange',
  'w:pPrChange',
  'w:sectPrChange',
  'w:tblPrChange',
  'w:tblPrExChange',
  'w:tblGridChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:numberingChange',
]);
/** What a tracked change of the given properties does not hold, and which therefore stays. */
const OUTSIDE_CHANGE: Readonly<Record<string, ReadonlySet<string>>> = {
  'w:pPr': new Set(['w:rPr', 'w:sectPr']),
  'w:rPr': new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo']),
  'w:trPr': new Set(['w:ins', 'w:del']),
  'w:tcPr': new Set(['w:cellIns', 'w:cellDel', 'w:cellMerge']),
  'w:sectPr': new Set(['w:headerReference', 'w:footerReference']),
};
/** Markers around an inserted, deleted or moved content control or custom XML element. */
const WRAPPER_MARKERS = /^w:customXml(Ins|Del|MoveFrom|MoveTo)Range(Start|End)$/;
const MOVE_MARKERS = /^w:move(From|To)Range(Start|End)$/;
const WRAPPERS: ReadonlySet<string> = new Set(['w:sdt', 'w:customXml', 'w:smartTag']);
/** Markers of a range, which outlive the text around them. */
const RANGE_MARKERS = /^w:(bookmark|commentRange|perm)(Start|End)$/;
/** Arguments of a math object: what remains of it when the object itself is taken back. */
const MATH_ARGUMENTS: ReadonlySet<string> = new Set(['m:e', 'm:num', 'm:den', 'm:sub', 'm:sup', 'm:deg', 'm:lim', 'm:fName']);

/** Names of all elements that are marks, or that belong to one. */
const isMark = (name: string): boolean =>
  INSERTS.has(name) ||
  DELETES.has(name) ||
  PROPERTY_CHANGES.has(name) ||
  name === 'w:cellIns' ||
  name === 'w:cellDel' ||
  name === 'w:cellMerge' ||
  (name.includes('Range') && (WRAPPER_MARKERS.test(name) || MOVE_MARKERS.test(name)));

const withChildren = (element: XmlElement, children: XmlNode[]): XmlElement => ({ ...element, children });
const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child): child is XmlElement => isElement(child) && child.name === name);

/** Text of a deletion that is shown again. */
function restored(node: XmlNode): XmlNode {
  if (!isElement(node)) return node;
  const name = node.name === 'w:delText' ? 'w:t' : node.name === 'w:delInstrText' ? 'w:instrText' : node.name;
  // A nested insertion or deletion decides about its own text.
  if (DELETES.has(node.name)) return node;
  return { ...node, name, children: node.children.map(restored) };
}

const markersIn = (nodes: readonly XmlNode[]): XmlElement[] =>
  nodes.filter(isElement).flatMap((node) => (RANGE_MARKERS.test(node.name) ? [node] : markersIn(node.children)));

const hasText = (element: XmlElement): boolean =>
  element.children.some((child) => (isElement(child) ? hasText(child) : child !== '' && /(^|:)t$/.test(element.name)));

class Resolver {
  readonly #decide: Decide;
  /** Ids of range markers whose start was resolved; their ends have no author. */
  readonly #moves = new Map<string, Decision>();
  readonly #wrappers = new Map<string, Decision>();

  /** Elements with a mark in them. All others stay as they are, which saves copying most of a document. */
  readonly #marked = new Set<XmlElement>();

  constructor(decide: Decide, root: XmlElement) {
    this.#decide = decide;
    this.#note(root);
  }

  #note(element: XmlElement): boolean {
    let found = isMark(element.name);
    for (const child of element.children) if (isElement(child) && this.#note(child)) found = true;
    if (found) this.#marked.add(element);
    return found;
  }

  /** Whether the thing that the mark inserted or deleted goes; null when the mark stays. */
  #vanishes(mark: XmlElement, inserted: boolean): boolean | null {
    const decision = this.#decide(mark);
    return decision === 'keep' ? null : inserted === (decision === 'reject');
  }

  nodes(children: readonly XmlNode[]): XmlNode[] {
    const done: XmlNode[] = [];
    let wrapperGoes = false;
    for (const child of children) {
      if (!isElement(child)) {
        done.push(child);
        continue;
      }
      const marker = WRAPPER_MARKERS.exec(child.name);
      if (marker) {
        const goes = this.#wrapperMarker(child, marker[1] ?? '', marker[2] === 'Start');
        if (goes === null) done.push(child);
        else wrapperGoes ||= goes;
        continue;
      }
      done.push(...this.#node(child, wrapperGoes));
      wrapperGoes = false;
    }
    return done;
  }

  /** Null when the marker stays; else whether the wrapper that follows goes. */
  #wrapperMarker(marker: XmlElement, change: string, isStart: boolean): boolean | null {
    const id = marker.attributes['w:id'] ?? '';
    const decision = isStart ? this.#decide(marker) : (this.#wrappers.get(id) ?? 'keep');
    if (isStart) this.#wrappers.set(id, decision);
    if (decision === 'keep') return null;
    const inserted = change === 'Ins' || change === 'MoveTo';
    return isStart && inserted === (decision === 'reject');
  }

  #node(element: XmlElement, wrapperGoes: boolean): XmlNode[] {
    const { name } = element;
    if (!wrapperGoes && !this.#marked.has(element)) return [element];
    if (MOVE_MARKERS.test(name)) {
      const id = `${name.startsWith('w:moveFrom') ? 'from' : 'to'} ${element.attributes['w:id'] ?? ''}`;
      const decision = name.endsWith('Start') ? this.#decide(element) : (this.#moves.get(id) ?? 'keep');
      if (name.endsWith('Start')) this.#moves.set(id, decision);
      return decision === 'keep' ? [element] : [];
    }
    if (INSERTS.has(name) || DELETES.has(name)) {
      const goes = this.#vanishes(element, INSERTS.has(name));
      if (goes === null) return [withChildren(element, this.nodes(element.children))];
      if (goes) return markersIn(element.children);
      if (INSERTS.has(name)) return this.nodes(element.children);
      const shown = element.children.map(restored);
      for (const node of shown) if (isElement(node)) this.#note(node);
      return this.nodes(shown);
    }
    if (name === 'w:p') return [this.#paragraph(element)];
    if (name === 'w:tr') return this.#row(element);
    if (name === 'w:tc') return this.#cell(element);
    if (name === 'w:tbl') {
      const table = withChildren(this.#properties(element), this.nodes(element.children));
      return table.children.some((child) => isElement(child) && !/^w:tbl(Pr|Grid)$/.test(child.name)) ? [table] : [];
    }
    if (/Pr(Ex)?$|^w:tblGrid$/.test(name)) return [this.#properties(element)];
    if (WRAPPERS.has(name) && wrapperGoes) {
      const content = childNamed(element, 'w:sdtContent') ?? element;
      return this.nodes(content.children.filter((child) => isElement(child) && !child.name.endsWith('Pr')));
    }
    if (name.startsWith('m:') && name !== 'm:r') return this.#math(element);
    return [withChildren(element, this.#joined(this.nodes(element.children)))];
  }

  /** Properties with their tracked changes, and with the marks of what they belong to. */
  #properties(element: XmlElement): XmlElement {
    const change = element.children.find((child): child is XmlElement => isElement(child) && PROPERTY_CHANGES.has(child.name));
    const decision = change ? this.#decide(change) : 'keep';
    let children = element.children;
    if (change && decision !== 'keep') {
      const rest = children.filter((child) => child !== change);
      const before = change.children.find(isElement);
      const stays = OUTSIDE_CHANGE[element.name];
      children = decision === 'accept' ? rest : [...(before?.children ?? []), ...rest.filter((child) => isElement(child) && stays?.has(child.name))];
    }
    return withChildren(
      element,
      children.flatMap((child): XmlNode[] => {
        if (!isElement(child)) return [child];
        if (child.name === 'w:cellMerge') return this.#merge(child);
        // The element itself, such as a paragraph or a row, handles the mark; a resolved one is taken out here.
        if (INSERTS.has(child.name) || DELETES.has(child.name) || child.name === 'w:cellIns' || child.name === 'w:cellDel')
          return this.#decide(child) === 'keep' ? [child] : [];
        if (child.name === 'w:numPr') {
          const mark = childNamed(child, 'w:ins');
          if (mark && this.#vanishes(mark, true)) return [];
        }
        return [child.name.endsWith('Pr') ? this.#properties(child) : child];
      }),
    );
  }

  #merge(mark: XmlElement): XmlNode[] {
    const decision = this.#decide(mark);
    if (decision === 'keep') return [mark];
    const value = mark.attributes[decision === 'accept' ? 'w:vMerge' : 'w:vMergeOrig'];
    return value === undefined ? [] : [{ name: 'w:vMerge', attributes: value === 'rest' ? { 'w:val': 'restart' } : {}, children: [] }];
  }

  #row(row: XmlElement): XmlNode[] {
    const props = childNamed(row, 'w:trPr');
    for (const mark of props?.children ?? [])
      if (isElement(mark) && (INSERTS.has(mark.name) || DELETES.has(mark.name)) && this.#vanishes(mark, INSERTS.has(mark.name))) return [];
    const done = withChildren(row, this.nodes(row.children));
    return done.children.some((child) => isElement(child) && !/Pr(Ex)?$/.test(child.name)) ? [done] : [];
  }

  #cell(cell: XmlElement): XmlNode[] {
    const props = childNamed(cell, 'w:tcPr');
    for (const mark of props?.children ?? [])
      if (isElement(mark) && (mark.name === 'w:cellIns' || mark.name === 'w:cellDel') && this.#vanishes(mark, mark.name === 'w:cellIns')) return [];
    const children = this.#joined(this.nodes(cell.children));
    // A cell has a paragraph at its end. Source: ECMA-376 part 1, 17.4.65.
    const last = children.findLast(isElement);
    if (last?.name !== 'w:p' && last?.name !== 'w:sdt') children.push({ name: 'w:p', attributes: {}, children: [] });
    return [withChildren(cell, children)];
  }

  /** A math object carries the mark of its own insertion in the properties of its control character. */
  #math(element: XmlElement): XmlNode[] {
    const props = element.children.find((child): child is XmlElement => isElement(child) && /^m:\w+Pr$/.test(child.name));
    const control = props && childNamed(props, 'm:ctrlPr');
    const mark = control?.children.find((child): child is XmlElement => isElement(child) && (INSERTS.has(child.name) || DELETES.has(child.name)));
    const goes = mark ? this.#vanishes(mark, INSERTS.has(mark.name)) : null;
    const children = this.nodes(element.children);
    if (goes) return children.filter(isElement).flatMap((child) => (MATH_ARGUMENTS.has(child.name) ? child.children : []));
    const done = withChildren(element, children);
    // An equation of which nothing is left.
    return /^m:oMath(Para)?$/.test(element.name) && hasText(element) && !hasText(done) ? [] : [done];
  }

  /**
   * Joins each paragraph whose own mark goes with the next one, which gives the properties: the mark at the end of a paragraph holds them. A
   * paragraph before a table stays when it has content.
   */
  #joined(children: XmlNode[]): XmlNode[] {
    if (!this.#ends.size) return children;
    const done: XmlNode[] = [];
    let carried: XmlNode[] = [];
    let held: XmlElement | null = null;
    for (const child of children) {
      if (!isElement(child) || child.name !== 'w:p') {
        if (held && isElement(child) && !RANGE_MARKERS.test(child.name) && !MOVE_MARKERS.test(child.name)) {
          if (carried.some((node) => isElement(node) && !RANGE_MARKERS.test(node.name)))
            done.push(withChildren(held, [...propsOf(held), ...carried]));
          else done.push(...carried);
          held = null;
          carried = [];
        }
        done.push(child);
        continue;
      }
      const content = child.children.filter((node) => !(isElement(node) && node.name === 'w:pPr'));
      if (this.#ends.has(child)) {
        carried.push(...content);
        held = child;
        continue;
      }
      done.push(carried.length === 0 ? child : withChildren(child, [...propsOf(child), ...carried, ...content]));
      held = null;
      carried = [];
    }
    if (held && carried.some((node) => isElement(node) && !RANGE_MARKERS.test(node.name)))
      done.push(withChildren(held, [...propsOf(held), ...carried]));
    else done.push(...carried);
    return done;
  }

  /** Paragraphs, after they were resolved, whose mark goes. */
  readonly #ends = new Set<XmlElement>();

  #paragraph(element: XmlElement): XmlElement {
    const props = childNamed(element, 'w:pPr');
    const mark = props && childNamed(props, 'w:rPr');
    const goes = (mark?.children ?? []).some(
      (one) => isElement(one) && (INSERTS.has(one.name) || DELETES.has(one.name)) && this.#vanishes(one, INSERTS.has(one.name)) === true,
    );
    const done = withChildren(element, this.nodes(element.children));
    if (goes) this.#ends.add(done);
    return done;
  }
}

/** Comments whose reference is gone lose the markers of their range. */
function withoutDangling(root: XmlElement, before: ReadonlySet<string>): XmlElement {
  const left = referencesIn(root);
  const gone = new Set([...before].filter((id) => !left.has(id)));
  if (gone.size === 0) return root;
  const clean = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children
      .filter((child) => !(isElement(child) && /^w:commentRange(Start|End)$/.test(child.name) && gone.has(child.attributes['w:id'] ?? '')))
      .map((child) => (isElement(child) ? clean(child) : child)),
  });
  return clean(root);
}

function referencesIn(element: XmlElement, found = new Set<string>()): Set<string> {
  if (element.name === 'w:commentReference') found.add(element.attributes['w:id'] ?? '');
  for (const child of element.children) if (isElement(child)) referencesIn(child, found);
  return found;
}

/**
 * Resolves the marks of a part as word processors do, for every kind of revision of ECMA-376 part 1, 17.13.5: inserted, deleted and moved text,
 * paragraph marks, rows, cells, merged cells, math, content controls, and changed properties.
 */
export function resolveMarks(root: XmlElement, decide: Decide): XmlElement {
  const [done] = new Resolver(decide, root).nodes([root]);
  return done && isElement(done) ? withoutDangling(done, referencesIn(root)) : { ...root, children: [] };
}

const propsOf = (paragraph: XmlElement): XmlNode[] => paragraph.children.filter((node) => isElement(node) && node.name === 'w:pPr');
