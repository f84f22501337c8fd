/** How the result of a field is treated. */
export type FieldUse = 'text' | 'contents' | 'pageNumber' | 'index' | 'link' | 'nothing';

interface Field {
  code: string;
  inResult: boolean;
  use: FieldUse;
  href: string;
}

const NO_RESULT = /^(XE|TC|TA|RD|SET|ASK|BOOKMARK|PRIVATE|ADVANCE|PRINT|GOTOBUTTON|MACROBUTTON)$/;
const PAGE_NUMBERS = /^(PAGE|NUMPAGES|SECTIONPAGES|PAGEREF|SECTION)$/;

/** What becomes of a field with this code. Source: ECMA-376 part 1, 17.16.5. */
export function fieldUse(code: string): { readonly use: FieldUse; readonly href: string } {
  const name = /^\s*(\w+)/.exec(code)?.[1]?.toUpperCase() ?? '';
  if (name === 'TOC') return { use: 'contents', href: '' };
  if (name === 'INDEX') return { use: 'index', href: '' };
  if (PAGE_NUMBERS.test(name)) return { use: 'pageNumber', href: '' };
  if (name === 'HYPERLINK') {
    const anchor = /\\l\s+"([^"]+)"/.exec(code)?.[1];
    const address = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(code)?.[1];
    return { use: 'link', href: address ? address + (anchor ? `#${anchor}` : '') : anchor ? `#${anchor}` : '' };
  }
  const reference = /^\s*(?:REF|NOTEREF)\s+(\S+).*\\h/i.exec(code)?.[1];
  return reference ? { use: 'link', href: `#${reference}` } : { use: 'text', href: '' };
}

/** Complex fields that are open, over the runs and paragraphs of a text. */
export class FieldStack {
  readonly #open: Field[] = [];

  begin(): void {
    this.#open.push({ code: '', inResult: false, use: 'text', href: '' });
  }

  code(text: string): void {
    const top = this.#open.at(-1);
    if (top && !top.inResult) top.code += text;
  }

  separate(): void {
    const top = this.#open.at(-1);
    if (top) Object.assign(top, fieldUse(top.code), { inResult: true });
  }

  /** Ends a field; returns its code when it had no result although readers expect one. */
  end(): string | null {
    const top = this.#open.pop();
    if (!top || top.inResult) return null;
    const name = /^\s*(\w+)/.exec(top.code)?.[1]?.toUpperCase() ?? '';
    return name === '' || NO_RESULT.test(name) || PAGE_NUMBERS.test(name) || name === 'TOC' ? null : top.code.trim();
  }

  /** How text is treated now: the outermost field that leaves it out decides. */
  get use(): FieldUse {
    if (this.#open.some(({ inResult }) => !inResult)) return 'nothing';
    return (
      this.#open.find(({ use }) => use === 'contents' || use === 'pageNumber')?.use ?? this.#open.find(({ use }) => use !== 'text')?.use ?? 'text'
    );
  }

  get href(): string {
    return this.#open.findLast(({ href }) => href !== '')?.href ?? '';
  }
}
