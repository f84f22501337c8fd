import Docxtemplater from 'docxtemplater';
import InspectModule from 'docxtemplater/js/inspect-module.js';
import type PizZip from 'pizzip';
import { AppError, failed } from '../http/app-error.ts';
import { readPackage } from './docx/docx-package.ts';
import { writePackage } from './docx/write-package.ts';
import { openDocx } from './open-zip.ts';

/** Values of a document: texts, and lists of such values for loops. */
export interface DocxValues {
  readonly [name: string]: string | readonly Readonly<Record<string, string>>[];
}

/** The variables of a template; those of a loop are below it. */
export interface DocxTags {
  readonly [name: string]: DocxTags;
}

const OPTIONS = { paragraphLoop: true, linebreaks: true, errorLogging: false } as const;

const compiled = (zip: PizZip, more: Docxtemplater.DXT.ConstructorOptions): Docxtemplater => new Docxtemplater(zip, { ...OPTIONS, ...more });

interface TemplateProblem {
  readonly properties?: { readonly id?: string; readonly xtag?: string; readonly errors?: readonly TemplateProblem[] };
}

/** Explains a mistake in the braces of a template. */
function problemOf(error: unknown): Error {
  if (error instanceof AppError) return error;
  const { properties } = error as TemplateProblem;
  const first = properties?.errors?.[0]?.properties ?? properties;
  if (!first?.id) throw error;
  const tag = first.xtag ? `“${first.xtag}”` : '';
  if (/unclosed_loop|unopened_loop|closing_tag/.test(first.id)) return failed(`模板里的循环${tag}没有成对，请写成 {#名称}…{/名称}`);
  if (/unclosed|unopened|duplicate/.test(first.id)) return failed(`模板里的变量${tag}花括号不成对，请写成 {名称}`);
  return failed(`模板里的变量${tag}写法不正确，请写成 {名称}`);
}

/** Parts of a document that may contain variables. */
const FILLED_PARTS = /^word\/(document|header\d*|footer\d*)\.xml$/;

/** A Chinese keyboard writes `｛`, `｝`, `＃` and `／`, and people put spaces inside braces. */
const usualTags = (xml: string): string =>
  xml
    .replaceAll('｛', '{')
    .replaceAll('｝', '}')
    .replace(/\{[\s\u3000]{0,9}([#＃/／]?)[\s\u3000]{0,9}([^{}<>]{0,60}?)[\s\u3000]{0,9}\}/g, (_tag, sign: string, name: string) => {
      const usual = sign === '＃' ? '#' : sign === '／' ? '/' : sign;
      return `{${usual}${name}}`;
    });

/** Written by this product first: prefixes and names of parts are then the usual ones, which the library expects. */
async function openTemplate(bytes: Uint8Array): Promise<PizZip> {
  const zip = await openDocx(writePackage(await readPackage(bytes)));
  for (const { name } of zip.file(FILLED_PARTS)) zip.file(name, usualTags(zip.file(name)?.asText() ?? ''));
  return zip;
}

/** Largest size of a filled document in characters of its XML, its largest number of pieces, and the longest work on it. */
const FILLED = { characters: 16_000_000, pieces: 1_000_000, ms: 5000 } as const;

/** A loop in a loop multiplies the pieces of a document: stops the work at the limits. */
function workLimit(): Docxtemplater.DXT.Module {
  const end = performance.now() + FILLED.ms;
  let [pieces, characters] = [0, 0];
  return {
    name: 'WorkLimit',
    // Before the modules of the library: each piece is counted, and left to them.
    priority: 1000,
    render(part: { readonly value?: unknown }) {
      pieces += 1;
      if (typeof part.value === 'string') characters += part.value.length;
      if (pieces > FILLED.pieces || characters > FILLED.characters || (pieces % 256 === 0 && performance.now() > end))
        throw failed('模板里的循环套了太多层或重复太多次，无法填写；请去掉循环里的循环，重新上传模板');
      return null;
    },
  };
}

/** Returns the variables of a template. Throws when it cannot be read, or when braces are not balanced. */
export async function docxTags(bytes: Uint8Array): Promise<DocxTags> {
  const zip = await openTemplate(bytes);
  const inspect = new InspectModule();
  try {
    compiled(zip, { modules: [inspect] });
  } catch (error) {
    throw problemOf(error);
  }
  return inspect.getAllTags() as DocxTags;
}

/** Mark of a value that the record does not have; it is highlighted in the document. */
const missingMark = (name: string): string => `【待填：${name}】`;
const MARKED = /【待填：[^】<]*】/;

/** Splits the runs that contain a mark, and highlights the mark in yellow. */
function highlightMissing(xml: string): string {
  return xml.replace(
    /<w:r(?: [^>]*)?>(<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?<w:t(?: [^>]*)?>([^<]*【待填：[^<]*)<\/w:t><\/w:r>/gs,
    (_run, properties: string | undefined, text: string) => {
      const plain = properties ?? '<w:rPr></w:rPr>';
      // The schema puts `w:highlight` after the size and before the language; a reader accepts it at the end.
      const yellow = plain.replace('</w:rPr>', '<w:highlight w:val="yellow"/></w:rPr>');
      return text
        .split(new RegExp(`(${MARKED.source})`))
        .filter((part) => part !== '')
        .map((part) => `<w:r>${MARKED.test(part) ? yellow : plain}<w:t xml:space="preserve">${part}</w:t></w:r>`)
        .join('');
    },
  );
}

/** Fills a template. A variable without a value becomes a yellow mark; an empty value stays empty. */
export async function fillDocx(bytes: Uint8Array, values: DocxValues): Promise<Buffer> {
  const zip = await openTemplate(bytes);
  let document: Docxtemplater;
  try {
    document = compiled(zip, {
      modules: [workLimit()],
      nullGetter: (part: { module?: string; value?: string }) => (part.module ? [] : missingMark(part.value ?? '')),
    });
    document.render(values);
  } catch (error) {
    throw problemOf(error);
  }
  const made = document.getZip();
  for (const { name } of made.file(FILLED_PARTS)) made.file(name, highlightMissing(made.file(name)?.asText() ?? ''));
  return made.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
}
