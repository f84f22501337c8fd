const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const MICROSOFT = 'application/vnd.ms-word';

/** How a kind of part is read and written. */
export interface PartKind {
  /** Name in the written package; `#` is the number of the part within its kind. */
  readonly name: string;
  /** Content type; absent for pictures and other files, whose type follows from their extension. */
  readonly type?: string;
  /** A part has one relationship of this kind at most. */
  readonly single?: true;
  /** Kept as bytes. */
  readonly binary?: true;
}

/** Kinds of parts by the last segment of the relationship type. Source: ECMA-376 part 1, 11.3 and 15.2; [MS-DOCX] 2.1. */
export const PART_KINDS: Readonly<Record<string, PartKind>> = {
  officeDocument: { name: 'word/document.xml', type: `${WORD}.document.main+xml`, single: true },
  styles: { name: 'word/styles.xml', type: `${WORD}.styles+xml`, single: true },
  stylesWithEffects: { name: 'word/stylesWithEffects.xml', type: `${MICROSOFT}.stylesWithEffects+xml`, single: true },
  numbering: { name: 'word/numbering.xml', type: `${WORD}.numbering+xml`, single: true },
  settings: { name: 'word/settings.xml', type: `${WORD}.settings+xml`, single: true },
  webSettings: { name: 'word/webSettings.xml', type: `${WORD}.webSettings+xml`, single: true },
  fontTable: { name: 'word/fontTable.xml', type: `${WORD}.fontTable+xml`, single: true },
  theme: { name: 'word/theme/theme#.xml', type: `${OFFICE}.theme+xml`, single: true },
  themeOverride: { name: 'word/theme/themeOverride#.xml', type: `${OFFICE}.themeOverride+xml`, single: true },
  footnotes: { name: 'word/footnotes.xml', type: `${WORD}.footnotes+xml`, single: true },
  endnotes: { name: 'word/endnotes.xml', type: `${WORD}.endnotes+xml`, single: true },
  comments: { name: 'word/comments.xml', type: `${WORD}.comments+xml`, single: true },
  commentsExtended: { name: 'word/commentsExtended.xml', type: `${WORD}.commentsExtended+xml`, single: true },
  commentsIds: { name: 'word/commentsIds.xml', type: `${WORD}.commentsIds+xml`, single: true },
  commentsExtensible: { name: 'word/commentsExtensible.xml', type: `${WORD}.commentsExtensible+xml`, single: true },
  people: { name: 'word/people.xml', type: `${WORD}.people+xml`, single: true },
  header: { name: 'word/header#.xml', type: `${WORD}.header+xml` },
  footer: { name: 'word/footer#.xml', type: `${WORD}.footer+xml` },
  glossaryDocument: { name: 'word/glossary/document.xml', type: `${WORD}.document.glossary+xml`, single: true },
  chart: { name: 'word/charts/chart#.xml', type: `${OFFICE}.drawingml.chart+xml` },
  chartEx: { name: 'word/charts/chartEx#.xml', type: 'application/vnd.ms-office.chartex+xml' },
  chartUserShapes: { name: 'word/drawings/drawing#.xml', type: `${OFFICE}.drawingml.chartshapes+xml` },
  chartStyle: { name: 'word/charts/style#.xml', type: 'application/vnd.ms-office.chartstyle+xml' },
  chartColorStyle: { name: 'word/charts/colors#.xml', type: 'application/vnd.ms-office.chartcolorstyle+xml' },
  diagramData: { name: 'word/diagrams/data#.xml', type: `${OFFICE}.drawingml.diagramData+xml` },
  diagramLayout: { name: 'word/diagrams/layout#.xml', type: `${OFFICE}.drawingml.diagramLayout+xml` },
  diagramQuickStyle: { name: 'word/diagrams/quickStyle#.xml', type: `${OFFICE}.drawingml.diagramStyle+xml` },
  diagramColors: { name: 'word/diagrams/colors#.xml', type: `${OFFICE}.drawingml.diagramColors+xml` },
  diagramDrawing: { name: 'word/diagrams/drawing#.xml', type: 'application/vnd.ms-office.drawingml.diagramDrawing+xml' },
  customXml: { name: 'customXml/item#.xml', type: 'application/xml' },
  customXmlProps: { name: 'customXml/itemProps#.xml', type: `${OFFICE}.customXmlProperties+xml`, single: true },
  'core-properties': { name: 'docProps/core.xml', type: 'application/vnd.openxmlformats-package.core-properties+xml', single: true },
  'extended-properties': { name: 'docProps/app.xml', type: `${OFFICE}.extended-properties+xml`, single: true },
  'custom-properties': { name: 'docProps/custom.xml', type: `${OFFICE}.custom-properties+xml`, single: true },
  image: { name: 'word/media/image#', binary: true },
  hdphoto: { name: 'word/media/hdphoto#', binary: true },
  audio: { name: 'word/media/audio#', binary: true },
  video: { name: 'word/media/video#', binary: true },
  media: { name: 'word/media/media#', binary: true },
  font: { name: 'word/fonts/font#', binary: true },
  oleObject: { name: 'word/embeddings/oleObject#', binary: true },
  package: { name: 'word/embeddings/package#', binary: true },
  model3d: { name: 'word/media/model#', binary: true },
  ink: { name: 'word/ink/ink#.xml', type: 'application/inkml+xml' },
  customXmlInk: { name: 'word/ink/ink#.xml', type: 'application/inkml+xml' },
};

/** Parts that run code: such a document is rejected. */
export const ACTIVE_KINDS: ReadonlySet<string> = new Set([
  'vbaProject',
  'wordVbaData',
  'control',
  'activeXControlBinary',
  'attachedToolbars',
  'keyMapCustomizations',
]);

/** Parts without a meaning for the text, or that load other documents: they are left out, and those with a name here are reported. */
export const DROPPED_KINDS: Readonly<Record<string, string>> = {
  attachedTemplate: '外部模板',
  subDocument: '子文档链接',
  frame: '网页框架',
  aFChunk: '外部文档片段',
  mailMergeSource: '邮件合并数据源',
  mailMergeHeaderSource: '邮件合并数据源',
  transform: '外部转换表',
  printerSettings: '',
  thumbnail: '',
  origin: '',
  documentTasks: '',
  recipientData: '',
};

/** Kinds that may point outside the file. A link opens only when a person follows it. */
export const LINK_KINDS: ReadonlySet<string> = new Set(['hyperlink']);

/** What an external relationship of another kind is called in a report. */
export const EXTERNAL_KINDS: Readonly<Record<string, string>> = {
  image: '外部图片链接',
  video: '外部视频链接',
  oleObject: '外部对象链接',
  package: '外部对象链接',
};

/** Content types by extension. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  emf: 'image/x-emf',
  wmf: 'image/x-wmf',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  wdp: 'image/vnd.ms-photo',
  odttf: 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
};
