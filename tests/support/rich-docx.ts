import { makeDocx, paragraph, run, styled } from './docx-maker.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const NAMES = `xmlns:w="${W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;

/** Properties of a run, one of each kind. */
export const RUN_PROPERTIES: readonly string[] = [
  '<w:rFonts w:ascii="Arial" w:eastAsia="宋体"/>',
  '<w:b/>',
  '<w:i/>',
  '<w:caps/>',
  '<w:smallCaps/>',
  '<w:strike/>',
  '<w:dstrike/>',
  '<w:outline/>',
  '<w:shadow/>',
  '<w:emboss/>',
  '<w:imprint/>',
  '<w:vanish/>',
  '<w:color w:val="FF0000"/>',
  '<w:spacing w:val="20"/>',
  '<w:w w:val="90"/>',
  '<w:kern w:val="24"/>',
  '<w:position w:val="6"/>',
  '<w:sz w:val="28"/>',
  '<w:highlight w:val="yellow"/>',
  '<w:u w:val="single" w:color="00FF00"/>',
  '<w:effect w:val="shimmer"/>',
  '<w:bdr w:val="single" w:sz="4" w:space="0" w:color="auto"/>',
  '<w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/>',
  '<w:fitText w:val="800"/>',
  '<w:vertAlign w:val="superscript"/>',
  '<w:rtl/>',
  '<w:em w:val="dot"/>',
  '<w:eastAsianLayout w:combine="1"/>',
];

/** Properties of a paragraph, one of each kind. */
export const PARAGRAPH_PROPERTIES: readonly string[] = [
  '<w:pStyle w:val="Quote"/>',
  '<w:keepNext/>',
  '<w:keepLines/>',
  '<w:pageBreakBefore/>',
  '<w:framePr w:w="4000" w:hSpace="180" w:wrap="around" w:vAnchor="text" w:hAnchor="margin" w:y="1"/>',
  '<w:widowControl w:val="0"/>',
  '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>',
  '<w:suppressLineNumbers/>',
  '<w:pBdr><w:top w:val="single" w:sz="4" w:space="1" w:color="auto"/></w:pBdr>',
  '<w:shd w:val="clear" w:color="auto" w:fill="EEEEEE"/>',
  '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="8000"/></w:tabs>',
  '<w:suppressAutoHyphens/>',
  '<w:bidi/>',
  '<w:snapToGrid w:val="0"/>',
  '<w:spacing w:before="120" w:after="120" w:line="360" w:lineRule="auto"/>',
  '<w:ind w:left="420" w:right="420" w:firstLine="420"/>',
  '<w:contextualSpacing/>',
  '<w:jc w:val="center"/>',
  '<w:textDirection w:val="tbRl"/>',
  '<w:textAlignment w:val="center"/>',
  '<w:outlineLvl w:val="2"/>',
];

/** What a run or a paragraph can contain besides text, one of each kind; each may be inserted and deleted with a mark. */
export const CONTENTS: readonly string[] = [
  run('普通文字'),
  '<w:r><w:tab/></w:r>',
  '<w:r><w:br/></w:r>',
  '<w:r><w:br w:type="page"/></w:r>',
  '<w:r><w:cr/></w:r>',
  '<w:r><w:noBreakHyphen/></w:r>',
  '<w:r><w:softHyphen/></w:r>',
  '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>',
  '<w:r><w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/></w:r>',
  '<w:r><w:footnoteReference w:id="2"/></w:r>',
  '<w:r><w:endnoteReference w:id="2"/></w:r>',
  '<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/><w:hps w:val="10"/></w:rubyPr><w:rt><w:r><w:t>dù</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>渡</w:t></w:r></w:rubyBase></w:ruby></w:r>',
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> REF 渡口 \\h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>第三章</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
  '<w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple>',
  '<w:hyperlink r:id="link" w:tooltip="网站"><w:r><w:t>链接</w:t></w:r></w:hyperlink>',
  '<w:hyperlink w:anchor="渡口"><w:r><w:t>章内链接</w:t></w:r></w:hyperlink>',
  '<w:sdt><w:sdtPr><w:alias w:val="书名"/><w:tag w:val="title"/><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>控件</w:t></w:r></w:sdtContent></w:sdt>',
  '<w:smartTag w:uri="urn:names" w:element="place"><w:r><w:t>渡口镇</w:t></w:r></w:smartTag>',
  '<w:r><w:drawing><wp:inline distT="0" distB="0"><wp:extent cx="990000" cy="792000"/><wp:docPr id="5" name="图1" descr="一座桥"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="桥.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="990000" cy="792000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
  '<m:oMath><m:f><m:fPr><m:type m:val="bar"/></m:fPr><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>',
];

const CELL =
  '<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/><w:gridSpan w:val="1"/><w:vMerge w:val="restart"/><w:shd w:val="clear" w:color="auto" w:fill="DDDDDD"/><w:noWrap/><w:tcMar><w:left w:w="50" w:type="dxa"/></w:tcMar><w:vAlign w:val="center"/></w:tcPr>';
const TABLE = `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblpPr w:leftFromText="180" w:vertAnchor="text" w:tblpX="10"/><w:tblW w:w="8000" w:type="dxa"/><w:jc w:val="center"/><w:tblBorders><w:top w:val="single" w:sz="4" w:space="0" w:color="auto"/></w:tblBorders><w:tblLayout w:type="fixed"/><w:tblLook w:val="04A0"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="400" w:hRule="exact"/><w:tblHeader/></w:trPr>${CELL}${paragraph(run('甲'))}</w:tc><w:tc>${paragraph(run('乙'))}</w:tc></w:tr><w:tr><w:tc>${paragraph(run('丙'))}</w:tc><w:tc>${paragraph(run('丁'))}</w:tc></w:tr></w:tbl>`;
const SECTION =
  '<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footnotePr><w:numFmt w:val="decimal"/></w:footnotePr><w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800" w:header="851" w:footer="992" w:gutter="0"/><w:pgNumType w:fmt="decimal" w:start="1"/><w:cols w:num="2" w:space="425"/><w:vAlign w:val="top"/><w:titlePg/><w:docGrid w:type="lines" w:linePitch="312"/></w:sectPr>';

/** The paragraphs of a document with everything that the reader of documents knows. */
export const richBody = (): string[] => [
  styled('<w:outlineLvl w:val="0"/>', run('第一章'), run('渡口')),
  ...RUN_PROPERTIES.map((property, index) => paragraph(run('字'), run(`性质${index}`, property), run('末'))),
  ...PARAGRAPH_PROPERTIES.map((property, index) => styled(property, run(`段落${index}`))),
  ...CONTENTS.map((content) => paragraph(run('前'), content, run('后'))),
  paragraph('<w:bookmarkStart w:id="1" w:name="渡口"/>', run('书签里的字'), '<w:bookmarkEnd w:id="1"/>'),
  TABLE,
  '<w:sdt><w:sdtPr><w:alias w:val="整段"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>控件里的段落</w:t></w:r></w:p></w:sdtContent></w:sdt>',
  '<w:p><m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara></w:p>',
];

const note = (kind: string, id: number, text: string): string => `<w:${kind} w:id="${id}">${paragraph(run(text))}</w:${kind}>`;
const relation = (id: string, type: string, target: string, more = ''): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${more}/>`;

/** The main part of a body. */
export const richDocument = (body: readonly string[]): string =>
  `<?xml version="1.0"?><w:document ${NAMES}><w:body>${body.join('')}${SECTION}</w:body></w:document>`;

/** The file of a body that refers to the notes, styles, lists, picture, header and link of `richBody`; `changed` replaces parts by path. */
export const richDocx = (body: readonly string[], changed: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  makeDocx([], {
    'word/document.xml': richDocument(body),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
      relation('styles', 'styles', 'styles.xml'),
      relation('lists', 'numbering', 'numbering.xml'),
      relation('settings', 'settings', 'settings.xml'),
      relation('footnotes', 'footnotes', 'footnotes.xml'),
      relation('endnotes', 'endnotes', 'endnotes.xml'),
      relation('comments', 'comments', 'comments.xml'),
      relation('header', 'header', 'header1.xml'),
      relation('picture', 'image', 'media/image1.png'),
      relation('link', 'hyperlink', 'https://example.com/', ' TargetMode="External"'),
    ].join('')}</Relationships>`,
    'word/styles.xml': `<w:styles ${NAMES}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="21"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/><w:pPr><w:ind w:left="420"/></w:pPr><w:rPr><w:i/></w:rPr></w:style><w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/></w:style></w:styles>`,
    'word/numbering.xml': `<w:numbering ${NAMES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/settings.xml': `<w:settings ${NAMES}><w:evenAndOddHeaders/><w:defaultTabStop w:val="420"/><w:characterSpacingControl w:val="compressPunctuation"/></w:settings>`,
    'word/footnotes.xml': `<w:footnotes ${NAMES}>${note('footnote', 2, '脚注的文字')}</w:footnotes>`,
    'word/endnotes.xml': `<w:endnotes ${NAMES}>${note('endnote', 2, '尾注的文字')}</w:endnotes>`,
    'word/comments.xml': `<w:comments ${NAMES}><w:comment w:id="0" w:author="何语（31）" w:date="2026-11-20T08:00:00Z">${paragraph(run('请核对'))}</w:comment></w:comments>`,
    'word/header1.xml': `<w:hdr ${NAMES}>${paragraph(run('页眉的文字'))}</w:hdr>`,
    'word/media/image1.png': Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    ...changed,
  });
