import { escapeXml } from '../escape-xml.ts';
import { childOf, childrenOf, isElement, type XmlElement } from '../xml-tree.ts';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

const textOf = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? textOf(child) : element.name === 'm:t' || element.name === 'w:t' ? child : '')).join('');

/** The value of a property of a math object, such as `m:chr` of `m:naryPr`. */
const property = (element: XmlElement, props: string, name: string): string | undefined => {
  const holder = childOf(element, props);
  const found = holder && childOf(holder, name);
  return found && (found.attributes['m:val'] ?? '');
};

const row = (inner: string): string => `<mrow>${inner}</mrow>`;
const part = (element: XmlElement, name: string): string => row(all(childOf(element, name)?.children.filter(isElement) ?? []));
const all = (elements: readonly XmlElement[]): string => elements.map(mathOf).join('');

const OPERATOR = /^[+\-−×÷=<>≤≥≠≈∈∉⊂⊆∪∩∧∨¬→←↔⇒⇔∀∃∂∇·∗,;:!|()[\]{}∣∥′″…]$/u;

/** Letters, numbers and signs of a run. */
function tokens(text: string, upright: boolean): string {
  return (text.match(/[\d.]+|\p{L}\p{M}*|[^\p{L}\d.]/gu) ?? [])
    .map((one) => {
      if (/^\d/.test(one)) return `<mn>${escapeXml(one)}</mn>`;
      if (OPERATOR.test(one)) return `<mo>${escapeXml(one)}</mo>`;
      if (/^\s+$/.test(one)) return `<mtext>\u00a0</mtext>`;
      if (/^\p{L}/u.test(one)) return `<mi${upright ? ' mathvariant="normal"' : ''}>${escapeXml(one)}</mi>`;
      return `<mo>${escapeXml(one)}</mo>`;
    })
    .join('');
}

function runOf(run: XmlElement): string {
  const props = childOf(run, 'm:rPr');
  const style = props && childOf(props, 'm:sty')?.attributes['m:val'];
  const text = textOf(run);
  if (props && childOf(props, 'm:nor')) return `<mtext>${escapeXml(text)}</mtext>`;
  return tokens(text, style === 'p' || style === 'b');
}

const fence = (character: string): string => (character === '' ? '' : `<mo stretchy="true">${escapeXml(character)}</mo>`);

/** MathML of each math object. Source: ECMA-376 part 1, 22.1; an object that is not listed shows its arguments in their order. */
const OBJECTS: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:r': runOf,
  'm:f': (e) => {
    const kind = property(e, 'm:fPr', 'm:type');
    if (kind === 'lin') return row(`${part(e, 'm:num')}<mo>/</mo>${part(e, 'm:den')}`);
    return `<mfrac${kind === 'noBar' ? ' linethickness="0"' : kind === 'skw' ? ' bevelled="true"' : ''}>${part(e, 'm:num')}${part(e, 'm:den')}</mfrac>`;
  },
  'm:sSup': (e) => `<msup>${part(e, 'm:e')}${part(e, 'm:sup')}</msup>`,
  'm:sSub': (e) => `<msub>${part(e, 'm:e')}${part(e, 'm:sub')}</msub>`,
  'm:sSubSup': (e) => `<msubsup>${part(e, 'm:e')}${part(e, 'm:sub')}${part(e, 'm:sup')}</msubsup>`,
  'm:sPre': (e) => `<mmultiscripts>${part(e, 'm:e')}<mprescripts/>${part(e, 'm:sub')}${part(e, 'm:sup')}</mmultiscripts>`,
  'm:rad': (e) =>
    textOf(childOf(e, 'm:deg') ?? e) === '' || !childOf(e, 'm:deg')
      ? `<msqrt>${part(e, 'm:e')}</msqrt>`
      : `<mroot>${part(e, 'm:e')}${part(e, 'm:deg')}</mroot>`,
  'm:d': (e) => {
    const separator = property(e, 'm:dPr', 'm:sepChr') ?? '|';
    const inner = childrenOf(e, 'm:e')
      .map((one) => row(all(one.children.filter(isElement))))
      .join(fence(separator));
    return row(fence(property(e, 'm:dPr', 'm:begChr') ?? '(') + inner + fence(property(e, 'm:dPr', 'm:endChr') ?? ')'));
  },
  'm:nary': (e) => {
    const sign = `<mo>${escapeXml(property(e, 'm:naryPr', 'm:chr') ?? '∫')}</mo>`;
    const tag = property(e, 'm:naryPr', 'm:limLoc') === 'undOvr' ? 'munderover' : 'msubsup';
    return row(`<${tag}>${sign}${part(e, 'm:sub')}${part(e, 'm:sup')}</${tag}>${part(e, 'm:e')}`);
  },
  'm:func': (e) => row(`${part(e, 'm:fName')}<mo>&#8289;</mo>${part(e, 'm:e')}`),
  'm:limLow': (e) => `<munder>${part(e, 'm:e')}${part(e, 'm:lim')}</munder>`,
  'm:limUpp': (e) => `<mover>${part(e, 'm:e')}${part(e, 'm:lim')}</mover>`,
  'm:acc': (e) => `<mover accent="true">${part(e, 'm:e')}<mo>${escapeXml(property(e, 'm:accPr', 'm:chr') ?? '\u0302')}</mo></mover>`,
  'm:bar': (e) =>
    property(e, 'm:barPr', 'm:pos') === 'top' ? `<mover>${part(e, 'm:e')}<mo>¯</mo></mover>` : `<munder>${part(e, 'm:e')}<mo>_</mo></munder>`,
  'm:groupChr': (e) => {
    const sign = `<mo stretchy="true">${escapeXml(property(e, 'm:groupChrPr', 'm:chr') ?? '⏟')}</mo>`;
    return property(e, 'm:groupChrPr', 'm:pos') === 'top' ? `<mover>${part(e, 'm:e')}${sign}</mover>` : `<munder>${part(e, 'm:e')}${sign}</munder>`;
  },
  'm:borderBox': (e) => `<menclose notation="box">${part(e, 'm:e')}</menclose>`,
  'm:phant': (e) => (property(e, 'm:phantPr', 'm:show') === '0' ? `<mphantom>${part(e, 'm:e')}</mphantom>` : part(e, 'm:e')),
  'm:eqArr': (e) =>
    `<mtable>${childrenOf(e, 'm:e')
      .map((one) => `<mtr><mtd>${all(one.children.filter(isElement))}</mtd></mtr>`)
      .join('')}</mtable>`,
  'm:m': (e) =>
    `<mtable>${childrenOf(e, 'm:mr')
      .map(
        (line) =>
          `<mtr>${childrenOf(line, 'm:e')
            .map((one) => `<mtd>${all(one.children.filter(isElement))}</mtd>`)
            .join('')}</mtr>`,
      )
      .join('')}</mtable>`,
};

function mathOf(element: XmlElement): string {
  if (element.name.endsWith('Pr')) return '';
  const found = Object.hasOwn(OBJECTS, element.name) ? OBJECTS[element.name] : undefined;
  if (found) return found(element);
  if (element.name === 'w:r') return `<mtext>${escapeXml(textOf(element))}</mtext>`;
  return all(element.children.filter(isElement));
}

/** MathML of an equation (`m:oMath`), with its text for programs that do not show MathML. */
export const mathMl = (equation: XmlElement, display: boolean): string =>
  `<math xmlns="${MATHML}"${display ? ' display="block"' : ''} alttext="${escapeXml(textOf(equation))}">${row(all(equation.children.filter(isElement)))}</math>`;
