import type PizZip from 'pizzip';
import { readPackage } from './docx/docx-package.ts';
import { writePackage } from './docx/write-package.ts';
import { BROKEN } from './docx/xml-part.ts';
import { failed } from '../http/app-error.ts';
import { openDocx } from './open-zip.ts';
import { anonymisePicture } from './anonymise-picture.ts';

/** Names that stand for a side of the blind line and are kept when a file crosses it again. */
const SIDE = /^(作者|编辑|审稿人\d*)$/;

const CORE =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>';
const APP =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>';

/**
 * Parts that no reader needs to show the document. Outside `word/`, only pictures are needed: programs keep their properties in other places too, for
 * example .NET in `package/services/metadata/core-properties/`. Tasks name people and their accounts.
 */
const DROPPED =
  /^(?!word\/|media\/|_rels\/|\[Content_Types\]\.xml$|docProps\/(?:core|app)\.xml$)|^word\/(people|documenttasks\/|vbaData|vbaProject|_rels\/vbaProject|printerSettings)/;
const XML = /\.(xml|rels)$/i;
/** Objects of other programs, whose properties cannot be removed here. */
const EMBEDDED = /\/(embeddings|activeX)\/|\.bin$/i;

/** Settings that are fingerprints of a computer or an editing session. */
const SESSION_ELEMENTS = ['w:rsids', 'w:docVars', 'w:mailMerge', 'w:attachedTemplate', 'w15:docId', 'w14:docId', 'w:writeProtection'];

const withoutElement = (xml: string, name: string): string =>
  xml.replaceAll(new RegExp(`<${name}(?:\\s[^>]*)?/>|<${name}(?:\\s[^>]*)?>[\\s\\S]*?</${name}>`, 'g'), '');

/** Attributes with the names of people: comments, reactions to comments, revisions, and the ids of their accounts. */
const AUTHOR = /\s((?:\w+:)?(?:author|userId|userName|userProvider|providerId|lastEditedBy))\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const INITIALS = /\s(\w+:initials)\s*=\s*(?:"[^"]*"|'[^']*')/g;
const SESSION_IDS = /\sw:rsid\w*="[^"]*"/g;
/** A path of a computer in the name or description of a picture, for example `C:\Users\…`. */
const LOCAL_PATH = /\s(descr|title|name)="(?:[A-Za-z]:\\|\\\\|\/(?:Users|home)\/|file:)[^"]*"/g;

function cleanXml(path: string, xml: string, alias: string): string {
  let clean = xml
    .replaceAll(AUTHOR, (_all, name: string, value?: string, other?: string) => {
      const given = value ?? other ?? '';
      return ` ${name}="${SIDE.test(given) ? given : alias}"`;
    })
    .replaceAll(INITIALS, (_all, name: string) => ` ${name}="${alias.slice(0, 1)}"`)
    .replaceAll(SESSION_IDS, '')
    .replaceAll(LOCAL_PATH, (_all, name: string) => ` ${name}=""`)
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  if (path.endsWith('settings.xml')) for (const name of SESSION_ELEMENTS) clean = withoutElement(clean, name);
  return clean;
}

const RELATION = /<Relationship\b[^>]*?\/>/g;
const attribute = (xml: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

/** Relationships to dropped parts, to templates and to files of the author's computer. */
function cleanRelations(path: string, xml: string, dropped: ReadonlySet<string>): string {
  const folder = path.replace(/_rels\/[^/]*$/, '');
  return xml.replaceAll(RELATION, (one) => {
    const target = attribute(one, 'Target');
    if (attribute(one, 'TargetMode') === 'External') {
      if (/^(file:|[A-Za-z]:|\\\\)/i.test(target)) return /hyperlink"/.test(one) ? one.replace(/Target="[^"]*"/, 'Target="about:blank"') : '';
      return /attachedTemplate"/.test(one) ? '' : one;
    }
    const part = new URL(target, `zip:///${folder}`).pathname.replace(/^\//, '');
    return dropped.has(part) || /\/(thumbnail|people|customXml|custom-properties|digital-signature\/\w+)"/.test(one) ? '' : one;
  });
}

const readXml = (zip: PizZip, path: string): string => {
  const bytes = Buffer.from(zip.file(path)?.asUint8Array() ?? []);
  const utf16 = bytes.length > 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (utf16) throw failed('文档使用了不常见的编码，请在文字处理软件里另存为docx再上传');
  return bytes.toString('utf8');
};

/**
 * Returns a .docx without properties, accounts, signatures, thumbnails, editing sessions and metadata of its pictures; the authors of comments
 * and revisions are called `alias`. Throws an `AppError` for a file that cannot be read or that contains objects of other programs.
 */
export async function anonymiseDocx(bytes: Uint8Array, alias: string): Promise<Buffer> {
  // Written again first: names of parts, prefixes and encodings are then the usual ones, and parts that nothing refers to are gone.
  const zip = await openDocx(writePackage(await readPackage(bytes)));
  const paths = Object.keys(zip.files).filter((path) => !path.endsWith('/'));
  const embedded = paths.find((path) => EMBEDDED.test(path) && !DROPPED.test(path));
  if (embedded) throw failed('文档里嵌有其他软件的对象（如Excel表格、公式编辑器对象），无法去除其中的作者信息；请改为图片或普通表格再上传');
  const dropped = new Set(paths.filter((path) => DROPPED.test(path)));
  for (const path of dropped) zip.remove(path);
  for (const path of paths) {
    if (dropped.has(path)) continue;
    if (path === 'docProps/core.xml') zip.file(path, CORE);
    else if (path === 'docProps/app.xml') zip.file(path, APP);
    else if (path === '[Content_Types].xml')
      zip.file(
        path,
        readXml(zip, path).replaceAll(/<Override\b[^>]*?\/>/g, (one) => (dropped.has(attribute(one, 'PartName').replace(/^\//, '')) ? '' : one)),
      );
    else if (/\.rels$/i.test(path)) zip.file(path, cleanRelations(path, readXml(zip, path), dropped));
    else if (XML.test(path)) zip.file(path, cleanXml(path, readXml(zip, path), alias));
    else {
      const content = Buffer.from(zip.file(path)?.asUint8Array() ?? []);
      const clean = anonymisePicture(content);
      if (clean) zip.file(path, clean);
      else if (/\.(tiff?|bmp|wmf|jp2|heic)$/i.test(path)) throw failed('文档里有无法去除拍摄信息的图片格式，请把图片换成PNG或JPG再上传');
    }
  }
  try {
    // One date for all entries: the times of the parts say when the author worked.
    const date = new Date(Date.UTC(1980, 0, 2));
    for (const file of Object.values(zip.files)) file.date = date;
    return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
  } catch {
    throw failed(BROKEN);
  }
}
