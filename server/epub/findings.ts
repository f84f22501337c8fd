import type { Finding } from '../../contract/catalog/preparation.ts';
import { decodeBytes } from './text-encoding.ts';

/** Maximum number of findings: a book with more faults is not corrected one by one. */
const MOST = 500;
const PATH_LENGTH = 200;

/** Collects the repairs and losses of a book that could be opened, to show to the editor. */
export class Findings {
  readonly #found = new Map<string, Finding>();

  /** `file` is a path in the book; `text` is a Chinese clause that follows its name. */
  repaired(file: string, text: string): void {
    this.#add({ kind: 'repair', file: file.slice(-PATH_LENGTH), text });
  }

  /** Notes something that readers will not see or hear. */
  lost(file: string, text: string): void {
    this.#add({ kind: 'loss', file: file.slice(-PATH_LENGTH), text });
  }

  get list(): readonly Finding[] {
    return [...this.#found.values()];
  }

  /** Returns the text of a file and notes damage to its encoding. */
  decoded(file: string, bytes: Uint8Array): string {
    const { text, encoding, errors } = decodeBytes(bytes);
    if (errors > 0) this.repaired(file, `有 ${errors} 处不能识别的字节（编码 ${encoding.toUpperCase()}），已用“�”代替；请对照原稿补上`);
    return text;
  }

  #add(finding: Finding): void {
    if (this.#found.size < MOST) this.#found.set(`${finding.kind} ${finding.file} ${finding.text}`, finding);
  }
}
