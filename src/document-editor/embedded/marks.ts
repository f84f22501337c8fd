import type { Editor, ReviewItemPlacement, ReviewRevisionPlacement } from '@docx-editor.dev/core/contracts/editor';

/** One card of the rail: a mark or a comment, with its replies. */
export interface Card {
  readonly key: string;
  readonly kind: 'insert' | 'delete' | 'replace' | 'move' | 'format' | 'comment';
  readonly author: string;
  /** As in the file, ISO 8601; empty when the file has none. */
  readonly date: string;
  readonly text: string;
  /** The text that a replacement removes. */
  readonly removed: string;
  readonly resolved: boolean;
  readonly active: boolean;
  /** Whether it can be accepted and rejected here at all. */
  readonly decidable: boolean;
  readonly replies: readonly { readonly key: string; readonly author: string; readonly date: string; readonly text: string }[];
}

const kindOf = (one: ReviewRevisionPlacement): Card['kind'] => {
  const kind = String(one.revisionKind);
  if (kind === 'replace') return 'replace';
  if (/move/i.test(kind)) return 'move';
  if (kind === 'paragraphMark') return one.item.markDirection === 'delete' || one.item.markDirection === 'moveFrom' ? 'delete' : 'insert';
  if (/^insert/i.test(kind) || kind.endsWith('Insert')) return 'insert';
  return /^delet/i.test(kind) || kind.endsWith('Delete') ? 'delete' : 'format';
};

const isReply = (one: ReviewItemPlacement): boolean => one.kind === 'comment' && (one.parentId !== undefined || one.parentRevisionId !== undefined);

const FORMATS: Readonly<Record<string, string>> = {
  bold: '加粗',
  italic: '倾斜',
  underline: '下划线',
  strike: '删除线',
  fontFamily: '字体',
  fontSize: '字号',
  color: '颜色',
  alignment: '对齐',
  leftIndent: '左缩进',
  rightIndent: '右缩进',
  firstLineIndent: '首行缩进',
  hangingIndent: '悬挂缩进',
  spaceBefore: '段前距',
  spaceAfter: '段后距',
  direction: '文字方向',
};

/** What a change of the format changed; empty for other marks. */
const formatWords = ({ item }: ReviewRevisionPlacement): string =>
  (item.formattingChanges ?? [])
    .map(
      ({ property, value }) =>
        `${value === null || value === 'false' ? '取消' : ''}${FORMATS[property] ?? property}${isPlain(value) ? '' : ` ${value}`}`,
    )
    .join('、');
const isPlain = (value: string | null): boolean => value === null || value === 'true' || value === 'false';

/** The cards of a document, in its order. */
export function cardsOf(editor: Editor): Card[] {
  const all = editor.getReviewItems({ placement: false });
  const byId = new Map(all.map((one) => [one.id, one]));
  return all
    .filter((one) => one.kind !== 'custom' && !isReply(one))
    .map((one) => ({
      key: one.key,
      kind: one.kind === 'revision' ? kindOf(one) : 'comment',
      author: one.author,
      date: one.date ?? '',
      text: (one.kind === 'revision' ? formatWords(one) || one.text : one.text).slice(0, TEXT),
      removed: one.kind === 'revision' ? (one.replacedText ?? '').slice(0, TEXT) : '',
      resolved: one.kind === 'comment' && one.resolved,
      active: one.isActive,
      decidable: one.kind === 'revision' && !one.readOnly,
      replies: one.replyIds
        .map((id) => byId.get(id))
        .filter((reply): reply is ReviewItemPlacement => reply !== undefined)
        .map(({ key, author, date = '', text }) => ({ key, author, date, text })),
    }));
}
/** Characters of a mark that a card shows. */
const TEXT = 300;

/** Calls back after changes of the text and of the selection, at most every 200 ms: reading all marks of a long document takes a few milliseconds. */
export function onMarks(editor: Editor, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      callback();
    }, PAUSE_MS);
  };
  const leave = [editor.on('change', later), editor.on('selectionChange', later), editor.on('reviewChangesResolved', later)];
  return () => {
    clearTimeout(timer);
    for (const off of leave) off();
  };
}
const PAUSE_MS = 200;
