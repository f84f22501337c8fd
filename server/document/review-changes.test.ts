import { beforeAll, expect, test } from 'vitest';
import { deleted, paragraph, run, styled } from '../../tests/support/docx-maker.ts';
import { CONTENTS, PARAGRAPH_PROPERTIES, richBody, richDocument, richDocx, RUN_PROPERTIES } from '../../tests/support/rich-docx.ts';
import { readPackage, type DocxPackage } from './docx/docx-package.ts';
import { withDefinitionsOf } from './docx/take-definitions.ts';
import { writePackage } from './docx/write-package.ts';
import { parsePart } from './docx/xml-part.ts';
import { faultBetween, marksIn } from './review-check.ts';
import { isElement, type XmlElement, type XmlNode } from './xml-tree.ts';

const ME = '张编辑（12）';
const own = new Set([ME]);
const MARK = `w:id="900" w:author="${ME}" w:date="2026-11-27T08:00:00Z"`;

let before: DocxPackage;
beforeAll(async () => void (before = await readPackage(await richDocx(richBody()))));

/** Where an element is: the indices of the children from the root. */
type Path = readonly number[];

function* elementsOf(element: XmlElement, path: Path = [], names = ''): Generator<{ element: XmlElement; path: Path; names: string }> {
  yield { element, path, names: `${names}/${element.name}` };
  for (const [index, child] of element.children.entries())
    if (isElement(child)) yield* elementsOf(child, [...path, index], `${names}/${element.name}`);
}

/** A copy of the tree in which the element at `path` is replaced by `made`. */
function replaced(root: XmlElement, path: Path, made: (old: XmlElement) => XmlNode[]): XmlElement {
  const [index, ...rest] = path;
  if (index === undefined) return made(root)[0] as XmlElement;
  const children = root.children.flatMap((child, at) =>
    at === index && isElement(child) ? (rest.length === 0 ? made(child) : [replaced(child, rest, made)]) : [child],
  );
  return { ...root, children };
}

/** The package with another tree of one part. */
function withTree(name: string, root: XmlElement): DocxPackage {
  const copies = new Map([...before.parts].map(([key, part]) => [key, { ...part, relations: [...part.relations] }]));
  for (const part of copies.values())
    for (const [index, relation] of part.relations.entries())
      if (relation.part) part.relations[index] = { ...relation, part: copies.get(relation.part.name) ?? relation.part };
  const part = copies.get(name);
  if (part?.xml) copies.set(name, Object.assign(part, { xml: { ...part.xml, root } }));
  return { ...before, parts: copies, main: copies.get(before.main.name) ?? before.main };
}

/** What no reader sees, or what means the same: ids that only pair elements, and values that are the default. */
const UNSEEN: readonly RegExp[] = [
  // Ids of notes, comments, bookmarks and drawings are compared by what they point to; one alone points nowhere else.
  /(bookmarkStart|bookmarkEnd|comment|footnote|endnote|docPr|cNvPr|cNvPicPr) changed (w:)?id$/,
  /(bookmarkStart|bookmarkEnd|comment|footnote|endnote|docPr|cNvPr|cNvPicPr) without (w:)?id$/,
  // Empty in the document.
  /cNvPicPr (removed|doubled)$/,
];
const unseen = (change: string): boolean => UNSEEN.some((one) => one.test(change));

/** What may be added inside an element without a mark. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'w:rPr': RUN_PROPERTIES,
  'w:pPr': PARAGRAPH_PROPERTIES,
  'w:p': CONTENTS,
};
const asNode = (xml: string): XmlNode[] => {
  const [first] = parsePart(richDocument([xml])).root.children;
  return isElement(first as XmlNode) ? (first as XmlElement).children.slice(0, -1) : [];
};

/** Each change of one element, with a name. */
function* changesOf(element: XmlElement, added: readonly string[]): Generator<[name: string, made: XmlNode[]]> {
  const { name, attributes, children } = element;
  for (const [attribute, value] of Object.entries(attributes)) {
    yield [`${name} changed ${attribute}`, [{ ...element, attributes: { ...attributes, [attribute]: `${value}9` } }]];
    yield [
      `${name} without ${attribute}`,
      [{ ...element, attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== attribute)) }],
    ];
  }
  for (const xml of added) {
    const nodes = asNode(xml);
    const there = children.filter(isElement).map((child) => child.name);
    if (name === 'w:p' || !nodes.some((one) => isElement(one) && there.includes(one.name)))
      yield [`${xml} in ${name}`, [{ ...element, children: [...children, ...nodes] }]];
  }
  yield [`${name} removed`, []];
  yield [`${name} doubled`, [element, element]];
  for (const [index, child] of children.entries())
    if (!isElement(child) && child.trim() !== '') yield [`text of ${name} changed`, [{ ...element, children: children.with(index, `${child}改`) }]];
}

test('45.1 no change without a mark passes, of any element or attribute of any part', () => {
  const passed: string[] = [];
  let count = 0;
  for (const part of before.parts.values()) {
    if (!part.xml) continue;
    const { root } = part.xml;
    const known = new Set<string>();
    for (const { element, path, names } of elementsOf(root)) {
      if (path.length === 0) continue;
      // Once for each kind of place. The reader takes references to notes out of the other parts.
      const added = known.has(names) ? [] : (ADDED[element.name] ?? []).filter((xml) => part === before.main || !/noteReference/.test(xml));
      known.add(names);
      for (const [change, made] of changesOf(element, added)) {
        if (unseen(change)) continue;
        count += 1;
        if (
          faultBetween(
            before,
            withTree(
              part.name,
              replaced(root, path, () => made),
            ),
            own,
          ) === null
        )
          passed.push(`${part.name} ${names}: ${change}`);
      }
    }
  }
  expect(passed).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

/** Where a paragraph may be, each as a document with the paragraph there. */
const PLACES: Readonly<Record<string, (inner: string) => string[]>> = {
  text: (inner) => [inner],
  cell: (inner) => [`<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="800"/></w:tblGrid><w:tr><w:tc>${inner}</w:tc></w:tr></w:tbl>`],
  control: (inner) => [`<w:sdt><w:sdtPr><w:alias w:val="段"/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`],
  box: (inner) => [
    paragraph(`<w:r><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>${inner}</w:txbxContent></v:textbox></w:pict></w:r>`),
  ],
};
const asDeleted = (content: string): string =>
  content.replaceAll('w:t>', 'w:delText>').replaceAll('<w:t ', '<w:delText ').replaceAll('w:instrText', 'w:delInstrText');
/** Elements that hold runs, and which no mark may enclose: the mark is inside them. */
const HOLDER =
  /^(<w:(?:hyperlink|smartTag|fldSimple)[^>]*>|<w:sdt>.*?<w:sdtContent>)(.*)(<\/w:(?:hyperlink|smartTag|fldSimple)>|<\/w:sdtContent><\/w:sdt>)$/;
const marked = (kind: 'ins' | 'del', content: string): string => {
  const inner = kind === 'del' ? asDeleted(content) : content;
  const holder = HOLDER.exec(inner);
  if (!holder) return `<w:${kind} ${MARK}>${inner}</w:${kind}>`;
  const changed = `${holder[1]}<w:${kind} ${MARK}>${holder[2]}</w:${kind}>${holder[3]}`;
  // The control itself has markers around it.
  const name = kind === 'ins' ? 'customXmlInsRange' : 'customXmlDelRange';
  return holder[1]?.startsWith('<w:sdt>')
    ? `<w:${name}Start ${MARK}/>${changed.replace('<w:sdtContent>', `<w:sdtContent><w:${name}End w:id="900"/>`)}`
    : changed;
};

/** Changes of paragraphs with the marks that a word processor writes: the document before, and after. */
function* trackedChanges(): Generator<[name: string, before: string, after: string]> {
  for (const property of RUN_PROPERTIES) {
    const change = (old: string): string => `<w:rPrChange ${MARK}><w:rPr>${old}</w:rPr></w:rPrChange>`;
    yield [`${property} given`, paragraph(run('甲乙丙')), paragraph(run('甲'), run('乙', property + change('')), run('丙'))];
    yield [`${property} taken`, paragraph(run('甲'), run('乙', property), run('丙')), paragraph(run('甲'), run('乙', change(property)), run('丙'))];
    yield [`${property} on a typed word`, paragraph(run('甲丙')), paragraph(run('甲'), marked('ins', run('乙', property)), run('丙'))];
    yield [`${property} deleted`, paragraph(run('甲'), run('乙', property)), paragraph(run('甲'), deleted(ME, '乙', property))];
  }
  for (const property of PARAGRAPH_PROPERTIES) {
    const change = (old: string): string => `<w:pPrChange ${MARK}><w:pPr>${old}</w:pPr></w:pPrChange>`;
    yield [`${property} given`, paragraph(run('甲')), styled(property + change(''), run('甲'))];
    yield [`${property} taken`, styled(property, run('甲')), styled(change(property), run('甲'))];
    yield [
      `${property} on a new paragraph`,
      styled(property, run('甲乙')),
      `<w:p><w:pPr>${property}<w:rPr><w:ins ${MARK}/></w:rPr></w:pPr>${run('甲')}</w:p>${styled(property, run('乙'))}`,
    ];
  }
  for (const content of CONTENTS) {
    // Programs write a tracked field with its begin, its instruction and its end: no mark may enclose a simple one.
    if (!content.startsWith('<w:fldSimple'))
      yield [`${content} inserted`, paragraph(run('前后')), paragraph(run('前'), marked('ins', content), run('后'))];
    yield [`${content} deleted`, paragraph(run('前'), content, run('后')), paragraph(run('前'), marked('del', content), run('后'))];
    yield [
      `${content} inserted and deleted again`,
      paragraph(run('前后')),
      HOLDER.test(content)
        ? paragraph(run('前后'))
        : paragraph(run('前'), `<w:ins ${MARK}><w:del ${MARK}>${asDeleted(content)}</w:del></w:ins>`, run('后')),
    ];
  }
  yield [
    'a move',
    `${paragraph(run('甲'), run('乙'))}${paragraph(run('丙'))}`,
    `${paragraph(`<w:moveFromRangeStart ${MARK} w:name="move1"/><w:moveFrom ${MARK}>${run('甲')}</w:moveFrom><w:moveFromRangeEnd w:id="900"/>`, run('乙'))}${paragraph(run('丙'), `<w:moveToRangeStart ${MARK} w:name="move1"/><w:moveTo ${MARK}>${run('甲')}</w:moveTo><w:moveToRangeEnd w:id="900"/>`)}`,
  ];
}

/** The package with another body. */
const withBody = (body: readonly string[]): DocxPackage => ({ ...before, main: { ...before.main, xml: parsePart(richDocument(body)) } });

test('45.1 no change with the marks of the person is refused, of any property or content, in any place', () => {
  const refused: string[] = [];
  let count = 0;
  for (const [place, put] of Object.entries(PLACES)) {
    for (const [name, was, is] of trackedChanges()) {
      count += 1;
      const [old, now] = [was, is].map((inner) => withBody([...put(inner), paragraph(run('末段'))])) as [DocxPackage, DocxPackage];
      const fault = faultBetween(old, now, own);
      if (fault) refused.push(`${place}: ${name}: ${JSON.stringify(fault)}`);
    }
  }
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

test('45.1 a file that another program wrote, with other styles and settings, is stored with its marks and the definitions of before', async () => {
  const body = ['<w:p><w:pPr><w:pStyle w:val="Quote"/></w:pPr><w:r><w:t>引文</w:t></w:r></w:p>', paragraph(run('灯'), run('亮了'))];
  const old = await readPackage(await richDocx(body));
  const marked = [body[0] ?? '', styled('<w:pStyle w:val="Added"/>', run('灯'), `<w:ins ${MARK}>${run('又')}</w:ins>`, run('亮了'))];
  const rewritten = async (inner: readonly string[], more: object = {}) =>
    readPackage(
      await richDocx(inner, {
        'word/styles.xml':
          '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="默认"/></w:style><w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style><w:style w:type="paragraph" w:styleId="Extra"><w:name w:val="Extra"/></w:style></w:styles>',
        'word/settings.xml':
          '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:zoom w:percent="100"/><w:defaultTabStop w:val="709"/></w:settings>',
        ...more,
      }),
    );
  const plain = [body[0] ?? '', paragraph(run('灯'), `<w:ins ${MARK}>${run('又')}</w:ins>`, run('亮了'))];
  const now = await rewritten(plain);
  expect(faultBetween(old, now, own)).toMatchObject({ kind: 'part' });
  const stored = await readPackage(writePackage(withDefinitionsOf(old, now)));
  expect(faultBetween(old, stored, own)).toBeNull();
  expect(marksIn(stored).map(({ author, text }) => `${author} ${text}`)).toContain(`${ME} 又`);
  // A change of the text, or of a style of a paragraph, is no matter of definitions.
  expect(faultBetween(old, withDefinitionsOf(old, await rewritten(marked)), own)).toMatchObject({ kind: 'untracked' });
  expect(faultBetween(old, withDefinitionsOf(old, await rewritten([body[0] ?? '', paragraph(run('灯又亮了'))])), own)).toMatchObject({
    kind: 'untracked',
  });
});
