import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFRef, PDFString, type PDFContext, type PDFObject } from 'pdf-lib';
import { failed } from '../http/app-error.ts';
import { anonymisePicture } from './anonymise-picture.ts';

const name = (text: string): PDFName => PDFName.of(text);

/** Entries of any object that say who made or changed it. */
const PERSONAL = ['Metadata', 'PieceInfo', 'LastModified', 'Author', 'Creator', 'Producer', 'Company', 'Manager', 'OPI', 'Measure', 'GEO'].map(name);
const SIGNATURE = ['Name', 'Location', 'Reason', 'ContactInfo', 'Cert', 'Contents', 'ByteRange', 'Prop_Build'].map(name);
/** Kinds of annotations whose `T` is the name of their writer; in a form field it is the name of the field. */
const NOT_MARKUP: ReadonlySet<string> = new Set(['/Widget', '/Link', '/Popup', '/Screen', '/PrinterMark', '/TrapNet', '/Watermark']);
const SIDE = /^(作者|编辑|审稿人\d*)$/;

const textIn = (value: PDFObject | undefined): string => (value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '');

function cleanDictionary(dictionary: PDFDict, alias: string): void {
  for (const key of PERSONAL) dictionary.delete(key);
  if (dictionary.get(name('Type'))?.toString() === '/Sig') for (const key of SIGNATURE) dictionary.delete(key);
  const kind = dictionary.get(name('Subtype'))?.toString();
  if (kind && dictionary.has(name('Rect')) && !NOT_MARKUP.has(kind) && dictionary.has(name('T'))) {
    const writer = textIn(dictionary.get(name('T')));
    dictionary.set(name('T'), PDFHexString.fromText(SIDE.test(writer) ? writer : alias));
  }
}

/** Visits every object inside `value` without following references. */
function eachDictionary(value: PDFObject, visit: (dictionary: PDFDict) => void, depth = 0): void {
  if (depth > 100) throw failed('PDF的结构过于复杂，请重新导出后再上传');
  if (value instanceof PDFRawStream) eachDictionary(value.dict, visit, depth + 1);
  else if (value instanceof PDFDict) {
    visit(value);
    for (const [, child] of value.entries()) eachDictionary(child, visit, depth + 1);
  } else if (value instanceof PDFArray) for (const child of value.asArray()) eachDictionary(child, visit, depth + 1);
}

/** Objects that the catalog reaches; earlier versions of a file and removed properties are not among them. */
function reached(context: PDFContext): Set<string> {
  const seen = new Set<string>();
  const open: PDFObject[] = [context.trailerInfo.Root as PDFObject];
  while (open.length > 0) {
    const value = open.pop();
    if (value instanceof PDFRef) {
      if (seen.has(value.tag)) continue;
      seen.add(value.tag);
      const target = context.lookup(value);
      if (target) open.push(target);
    } else if (value instanceof PDFRawStream) open.push(value.dict);
    else if (value instanceof PDFDict) for (const [, child] of value.entries()) open.push(child);
    else if (value instanceof PDFArray) open.push(...value.asArray());
  }
  return seen;
}

/** Pictures of a PDF that are whole JPEG files. */
function cleanStream(context: PDFContext, ref: PDFRef, stream: PDFRawStream): void {
  if (
    stream.dict
      .lookup(name('Filter'))
      ?.toString()
      .replaceAll(/[[\] ]/g, '') !== '/DCTDecode'
  )
    return;
  const clean = anonymisePicture(Buffer.from(stream.contents));
  if (clean) context.assign(ref, PDFRawStream.of(stream.dict, clean));
}

/**
 * Returns a PDF without document information, XMP, attachments, signatures, earlier versions and metadata of its JPEG pictures; writers of
 * annotations are called `alias`. Throws an `AppError` for a file that cannot be read or that is encrypted.
 */
export async function anonymisePdf(bytes: Uint8Array, alias: string): Promise<Buffer> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false }).catch((error: unknown) => {
    throw failed(
      /encrypted/i.test(String(error)) ? 'PDF设有密码或权限限制，请去掉限制后再上传' : 'PDF无法读取，可能不完整或已损坏，请重新导出后再上传',
    );
  });
  const { context, catalog } = document;
  delete context.trailerInfo.Info;
  delete context.trailerInfo.ID;
  for (const key of ['AF', 'Collection', 'Threads', 'Perms', 'DSS', 'OpenAction', 'AA'].map(name)) catalog.delete(key);
  const names = catalog.lookup(name('Names'));
  if (names instanceof PDFDict) for (const key of ['EmbeddedFiles', 'JavaScript'].map(name)) names.delete(key);
  for (const page of document.getPages()) {
    const annotations = page.node.Annots();
    if (!annotations) continue;
    for (let index = annotations.size() - 1; index >= 0; index -= 1) {
      const one = annotations.lookup(index);
      if (one instanceof PDFDict && one.get(name('Subtype'))?.toString() === '/FileAttachment') annotations.remove(index);
    }
  }
  for (const [ref, value] of context.enumerateIndirectObjects()) {
    eachDictionary(value, (dictionary) => cleanDictionary(dictionary, alias));
    if (value instanceof PDFRawStream) cleanStream(context, ref, value);
  }
  const kept = reached(context);
  for (const [ref] of context.enumerateIndirectObjects()) if (!kept.has(ref.tag)) context.delete(ref);
  return Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }));
}
