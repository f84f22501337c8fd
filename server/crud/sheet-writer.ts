import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { DAY_MS } from '../../contract/clock.ts';
import { yuanNumber } from '../../contract/money.ts';

/** Characters of one cell that spreadsheet programs accept. */
const CELL_LENGTH = 32_767;
/** Characters of the name of a worksheet. */
const NAME_LENGTH = 31;
/** Characters of a worksheet between two writes. */
const CHUNK = 32_768;
/** Rows are formatted for this time before other work of the server gets its turn, in milliseconds. */
const TURN_MS = 8;

export interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
}

/** A text, a number, an amount, a day `yyyy-MM-dd`, or a time `yyyy-MM-dd HH:mm:ss`, both in Shanghai. */
export type Cell = string | number | null | { readonly fen: number } | { readonly day: string } | { readonly time: string };

/**
 * Writes a spreadsheet (Office Open XML, ECMA-376) row by row, with the memory of a few hundred rows. It writes five formats of cells: a
 * library for the whole format takes a quarter of a second to load, and ten times as long for a row.
 */
export class SheetWriter {
  readonly #zip = new ZipFile();
  readonly #out: Writable;
  readonly #names: string[] = [];
  #sheet: PassThrough | null = null;
  #text = '';
  #rows = 0;
  #turn = performance.now();

  /** `out` is ended with the file; when it closes early, further rows are ignored. */
  constructor(out: Writable) {
    this.#out = out;
    const zipped = this.#zip.outputStream as NodeJS.ReadableStream;
    zipped.pipe(out);
    (this.#zip as NodeJS.EventEmitter).on('error', (error: Error) => out.destroy(error));
  }

  /** True when no reader of the file is left. */
  get closed(): boolean {
    return this.#out.destroyed;
  }

  /** Begins the next worksheet, with a first row of headings when there are columns. The first row is frozen when `frozen` is set. */
  async begin(name: string, columns: readonly SheetColumn[] = [], frozen = true): Promise<void> {
    await this.#endSheet();
    this.#sheet = new PassThrough();
    this.#rows = 0;
    this.#names.push(this.#nameOf(name));
    this.#zip.addReadStream(this.#sheet, `xl/worksheets/sheet${this.#names.length}.xml`);
    const pane = frozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
    const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('');
    this.#text = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${
      widths && `<cols>${widths}</cols>`
    }<sheetData>`;
    if (columns.length > 0) await this.row(columns.map(({ header }) => header));
  }

  async row(cells: readonly Cell[]): Promise<void> {
    this.#rows += 1;
    let line = `<row r="${this.#rows}">`;
    for (const [at, cell] of cells.entries()) if (cell !== null && cell !== '') line += cellXml(`${lettersOf(at)}${this.#rows}`, cell);
    this.#text += `${line}</row>`;
    if (this.#text.length > CHUNK) await this.#flush();
    if (performance.now() - this.#turn < TURN_MS) return;
    await setImmediate();
    this.#turn = performance.now();
  }

  /** Writes the rest and ends the file. */
  async end(): Promise<void> {
    await this.#endSheet();
    const parts = this.#names.map((name, at) => ({ name: escaped(name), id: at + 1 }));
    const add = (path: string, xml: string): void => this.#zip.addBuffer(Buffer.from(XML + xml), path);
    add(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>` +
        `${parts.map(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    );
    add('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
    add(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${parts
        .map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)
        .join('')}</sheets></workbook>`,
    );
    add(
      'xl/_rels/workbook.xml.rels',
      relations([...parts.map(({ id }) => ['worksheet', `worksheets/sheet${id}.xml`] as const), ['styles', 'styles.xml']]),
    );
    add('xl/styles.xml', STYLES);
    this.#zip.end();
  }

  async #endSheet(): Promise<void> {
    if (!this.#sheet) return;
    this.#text += '</sheetData></worksheet>';
    await this.#flush();
    this.#sheet.end();
    this.#sheet = null;
  }

  /** Waits while the reader of the file is slow. */
  async #flush(): Promise<void> {
    const [sheet, text] = [this.#sheet, this.#text];
    this.#text = '';
    if (!sheet || this.closed || sheet.write(text)) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(sheet, 'drain', { signal }), once(this.#out, 'close', { signal })]).finally(() => waiting.abort());
  }

  /** Two worksheets of a file cannot have one name. */
  #nameOf(asked: string): string {
    const name = asked.replace(/[*?:\\/[\]]/g, ' ').slice(0, NAME_LENGTH);
    const numbered = (n: number): string => `${name.slice(0, NAME_LENGTH - 4)}（${n}）`;
    let [found, n] = [name, 1];
    while (this.#names.some((one) => one.toLowerCase() === found.toLowerCase())) found = numbered((n += 1));
    return found;
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Numbers of the formats below. */
const STYLE = { money: 1, day: 2, time: 3, text: 4 } as const;
/** The formats of cells: none, money, day, time, and text that is never a number or a formula, also after somebody edits the cell. */
const STYLES =
  `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>` +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf numFmtId="4" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" xfId="0" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>';

const relations = (all: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const letters: string[] = [];
/** Returns the letters of a column: A, Z, AA. */
function lettersOf(at: number): string {
  const found = letters[at];
  if (found !== undefined) return found;
  let made = '';
  for (let rest = at; rest >= 0; rest = Math.floor(rest / 26) - 1) made = String.fromCharCode(65 + (rest % 26)) + made;
  return (letters[at] = made);
}

const SPECIAL = /[&<>"]/;
/** Characters that XML 1.0 does not have. */
// oxlint-disable-next-line no-control-regex
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  const legal = text.replace(ILLEGAL, '');
  return SPECIAL.test(legal) ? legal.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? '') : legal;
}

/** Texts that a spreadsheet program would read as a formula, or as a number whose last digits it loses, when somebody edits the cell. */
const NOT_TEXT = /^(?:[=+\-@\t\r]|\d{12,}$)/;
/** Digits of an integer that a spreadsheet keeps. */
const EXACT = 10 ** 15;
/** Days from 1899-12-30, the epoch of spreadsheets, to 1970. */
const EPOCH_DAYS = 25_569;

const serial = (text: string): number => Date.parse(text) / DAY_MS + EPOCH_DAYS;
const numberXml = (place: string, value: number, style: number): string => `<c r="${place}" s="${style}"><v>${value}</v></c>`;

function cellXml(place: string, cell: NonNullable<Cell>): string {
  if (typeof cell === 'object') {
    if ('fen' in cell) return numberXml(place, yuanNumber(cell.fen), STYLE.money);
    if ('day' in cell) return numberXml(place, serial(`${cell.day}T00:00:00Z`), STYLE.day);
    return numberXml(place, serial(`${cell.time.replace(' ', 'T')}Z`), STYLE.time);
  }
  if (typeof cell === 'number' && Number.isFinite(cell) && Math.abs(cell) < EXACT) return `<c r="${place}"><v>${cell}</v></c>`;
  const style = typeof cell === 'number' || NOT_TEXT.test(cell) ? ` s="${STYLE.text}"` : '';
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell).slice(0, CELL_LENGTH))}</t></is></c>`;
}
