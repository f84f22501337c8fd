import { createHash } from 'node:crypto';

const OFFICE = 'http://schemas.openxmlformats.org';
const MICROSOFT = 'http://schemas.microsoft.com/office';
const STRICT = 'http://purl.oclc.org/ooxml';

/** Prefix that this reader gives to each known namespace. Source: ECMA-376 part 1 and 4, [MS-DOCX] 2.2. */
const PREFIXES: Readonly<Record<string, string>> = {
  'http://www.w3.org/XML/1998/namespace': 'xml',
  [`${OFFICE}/wordprocessingml/2006/main`]: 'w',
  [`${OFFICE}/officeDocument/2006/relationships`]: 'r',
  [`${OFFICE}/drawingml/2006/wordprocessingDrawing`]: 'wp',
  [`${OFFICE}/drawingml/2006/main`]: 'a',
  [`${OFFICE}/drawingml/2006/picture`]: 'pic',
  [`${OFFICE}/drawingml/2006/chart`]: 'c',
  [`${OFFICE}/drawingml/2006/chartDrawing`]: 'cdr',
  [`${OFFICE}/drawingml/2006/diagram`]: 'dgm',
  [`${OFFICE}/drawingml/2006/lockedCanvas`]: 'lc',
  [`${OFFICE}/officeDocument/2006/math`]: 'm',
  [`${OFFICE}/markup-compatibility/2006`]: 'mc',
  [`${OFFICE}/officeDocument/2006/extended-properties`]: 'ap',
  [`${OFFICE}/officeDocument/2006/custom-properties`]: 'op',
  [`${OFFICE}/officeDocument/2006/docPropsVTypes`]: 'vt',
  [`${OFFICE}/officeDocument/2006/customXml`]: 'ds',
  [`${OFFICE}/officeDocument/2006/bibliography`]: 'b',
  [`${OFFICE}/schemaLibrary/2006/main`]: 'sl',
  [`${OFFICE}/package/2006/content-types`]: 'ct',
  [`${OFFICE}/package/2006/relationships`]: 'pr',
  [`${OFFICE}/package/2006/metadata/core-properties`]: 'cp',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://purl.org/dc/dcmitype/': 'dcmitype',
  'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:schemas-microsoft-com:office:word': 'w10',
  'urn:schemas-microsoft-com:office:excel': 'x',
  'urn:schemas-microsoft-com:office:powerpoint': 'p',
  [`${MICROSOFT}/word/2006/wordml`]: 'wne',
  [`${MICROSOFT}/word/2010/wordml`]: 'w14',
  [`${MICROSOFT}/word/2012/wordml`]: 'w15',
  [`${MICROSOFT}/word/2018/wordml`]: 'w16',
  [`${MICROSOFT}/word/2016/wordml/cid`]: 'w16cid',
  [`${MICROSOFT}/word/2018/wordml/cex`]: 'w16cex',
  [`${MICROSOFT}/word/2015/wordml/symex`]: 'w16se',
  [`${MICROSOFT}/word/2020/wordml/sdtdatahash`]: 'w16sdtdh',
  [`${MICROSOFT}/word/2024/wordml/sdtformatlock`]: 'w16sdtfl',
  [`${MICROSOFT}/word/2023/wordml/word16du`]: 'w16du',
  [`${MICROSOFT}/word/2010/wordprocessingDrawing`]: 'wp14',
  [`${MICROSOFT}/word/2012/wordprocessingDrawing`]: 'wp15',
  [`${MICROSOFT}/word/2010/wordprocessingCanvas`]: 'wpc',
  [`${MICROSOFT}/word/2010/wordprocessingGroup`]: 'wpg',
  [`${MICROSOFT}/word/2010/wordprocessingInk`]: 'wpi',
  [`${MICROSOFT}/word/2010/wordprocessingShape`]: 'wps',
  [`${MICROSOFT}/drawing/2010/main`]: 'a14',
  [`${MICROSOFT}/drawing/2014/main`]: 'a16',
  [`${MICROSOFT}/drawing/2014/chartex`]: 'cx',
  [`${MICROSOFT}/drawing/2016/SVG/main`]: 'asvg',
  [`${MICROSOFT}/drawing/2017/decorative`]: 'adec',
  [`${MICROSOFT}/drawing/2016/ink`]: 'aink',
  [`${MICROSOFT}/drawing/2017/model3d`]: 'am3d',
  [`${MICROSOFT}/drawing/2007/8/2/chart`]: 'c14',
  [`${MICROSOFT}/drawing/2012/chart`]: 'c15',
  [`${MICROSOFT}/drawing/2014/chart`]: 'c16',
  [`${MICROSOFT}/drawing/2012/chartStyle`]: 'cs',
  [`${MICROSOFT}/drawing/2008/diagram`]: 'dsp',
  [`${MICROSOFT}/thememl/2012/main`]: 'thm15',
};

/** Namespaces of ISO 29500 Strict, and the transitional ones that are written instead. */
const STRICT_SUFFIXES: Readonly<Record<string, string>> = {
  'wordprocessingml/main': 'wordprocessingml/2006/main',
  'officeDocument/relationships': 'officeDocument/2006/relationships',
  'officeDocument/math': 'officeDocument/2006/math',
  'officeDocument/extendedProperties': 'officeDocument/2006/extended-properties',
  'officeDocument/customProperties': 'officeDocument/2006/custom-properties',
  'officeDocument/docPropsVTypes': 'officeDocument/2006/docPropsVTypes',
  'officeDocument/customXml': 'officeDocument/2006/customXml',
  'officeDocument/bibliography': 'officeDocument/2006/bibliography',
  'schemaLibrary/main': 'schemaLibrary/2006/main',
  'drawingml/main': 'drawingml/2006/main',
  'drawingml/wordprocessingDrawing': 'drawingml/2006/wordprocessingDrawing',
  'drawingml/picture': 'drawingml/2006/picture',
  'drawingml/chart': 'drawingml/2006/chart',
  'drawingml/chartDrawing': 'drawingml/2006/chartDrawing',
  'drawingml/diagram': 'drawingml/2006/diagram',
  'drawingml/lockedCanvas': 'drawingml/2006/lockedCanvas',
};

/** The transitional address of a namespace or of a relationship type. */
export function transitional(uri: string): string {
  if (!uri.startsWith(`${STRICT}/`)) return uri;
  const suffix = uri.slice(STRICT.length + 1);
  const known = STRICT_SUFFIXES[suffix];
  if (known) return `${OFFICE}/${known}`;
  const type = /^officeDocument\/relationships\/(\w+)$/.exec(suffix)?.[1];
  return type ? `${OFFICE}/officeDocument/2006/relationships/${type}` : uri;
}

const URIS: ReadonlyMap<string, string> = new Map(Object.entries(PREFIXES).map(([uri, prefix]) => [prefix, uri]));

/** Prefixes of namespaces that the table does not have, derived from the address, so that two files agree. */
const UNKNOWN = /^n[\da-f]{10}$/;

export const isKnownPrefix = (prefix: string): boolean => URIS.has(prefix);
export const isUnknownPrefix = (prefix: string): boolean => UNKNOWN.test(prefix);
export const uriOf = (prefix: string): string | undefined => URIS.get(prefix);

export function prefixOf(uri: string): string {
  const usual = transitional(uri);
  return PREFIXES[usual] ?? `n${createHash('sha256').update(usual).digest('hex').slice(0, 10)}`;
}

/**
 * Namespaces whose alternative content (`mc:Choice`) the programs of this product show; for others the fallback is shown.
 * Word 2010 and later understand all of them.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'w14',
  'w15',
  'wp14',
  'wps',
  'wpg',
  'wpc',
  'wpi',
  'a14',
  'asvg',
  'a16',
  'c14',
  'cx',
  'w16se',
  'aink',
  'am3d',
]);
export const isUnderstood = (prefix: string): boolean => UNDERSTOOD.has(prefix) || isKnownPrefix(prefix);
