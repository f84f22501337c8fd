import type { TaskText } from '../../../contract/contest/judge-task.ts';
import { documentWorker } from '../../document/document-worker.ts';
import { failed } from '../../http/app-error.ts';
import { bookParagraphs } from './entry-book.ts';

type Paragraph = TaskText['paragraphs'][number];

/** Paragraphs that a judge gets at once; a longer work is downloaded. */
const PARAGRAPHS = 6000;
/** The text of a .txt file: UTF-8, UTF-16 with a byte order mark, or GB 18030, which Chinese editors write. */
export function plainTextOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

const cutOff = (paragraphs: Paragraph[]): TaskText => ({ paragraphs: paragraphs.slice(0, PARAGRAPHS), cut: paragraphs.length > PARAGRAPHS });

/** The text of a document or a book; throws for a type without text. */
export async function workText(type: string, bytes: Buffer): Promise<TaskText> {
  if (type === 'txt')
    return cutOff(
      plainTextOf(bytes)
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map((text) => ({ style: 'text', text })),
    );
  if (type === 'docx') {
    const { paragraphs } = await documentWorker.view(bytes);
    return cutOff(
      paragraphs
        .map(({ style, runs }) => ({
          style: style === 'title' ? ('title' as const) : /^h\d$/.test(style) ? ('heading' as const) : ('text' as const),
          text: runs
            .filter(({ mark }) => mark !== 'delete')
            .map(({ text }) => text)
            .join(''),
        }))
        .filter(({ text }) => text.trim() !== ''),
    );
  }
  if (type === 'epub') return cutOff(await bookParagraphs(bytes, PARAGRAPHS));
  throw failed('这种文件没有可以显示的文字，请直接打开');
}
