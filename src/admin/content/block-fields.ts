import { BLOCK_LIMITS, BLOCK_NAMES, type PageBlock, type PageBlockKind } from '../../../contract/content/page-block.ts';
import { newUuid } from '../../api/new-uuid.ts';

export interface BlockField {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'long' | 'html' | 'image' | 'work';
  readonly max?: number;
  readonly required?: true;
  readonly help?: string;
}

/** What the form of a kind of block has: fields of its own, or a list of items with fields. */
export interface BlockForm {
  readonly fields: readonly BlockField[];
  readonly items?: { readonly key: string; readonly name: string; readonly most: number; readonly fields: readonly BlockField[] };
}

const text = (key: string, label: string, max: number, more: Partial<BlockField> = {}): BlockField => ({ key, label, kind: 'text', max, ...more });
const required = { required: true } as const;

export const BLOCK_FORMS: Readonly<Record<PageBlockKind, BlockForm>> = {
  heading: { fields: [text('text', '标题', 60, required)] },
  text: { fields: [{ key: 'html', label: '文字', kind: 'html', max: 5_000, ...required }] },
  pictures: {
    fields: [],
    items: {
      key: 'pictures',
      name: '图片',
      most: BLOCK_LIMITS.pictures,
      fields: [
        { key: 'src', label: '图片', kind: 'image', ...required },
        text('alt', '文字说明', 100, { ...required, help: '读屏软件会读出来' }),
        text('caption', '图注', 100),
      ],
    },
  },
  timeline: {
    fields: [],
    items: {
      key: 'events',
      name: '大事',
      most: BLOCK_LIMITS.timeline,
      fields: [text('time', '时间', 20, required), text('title', '大事', 60, required), text('text', '说明', 300, { kind: 'long' })],
    },
  },
  people: {
    fields: [],
    items: {
      key: 'people',
      name: '成员',
      most: BLOCK_LIMITS.people,
      fields: [
        text('name', '姓名', 30, required),
        text('role', '职务', 40),
        text('intro', '介绍', 200, { kind: 'long' }),
        { key: 'photo', label: '照片', kind: 'image', help: '不上传就显示姓氏' },
      ],
    },
  },
  honours: {
    fields: [],
    items: {
      key: 'honours',
      name: '荣誉',
      most: BLOCK_LIMITS.honours,
      fields: [text('year', '年份', 10, required), text('title', '荣誉名称', 80, required), text('issuer', '颁发单位', 60)],
    },
  },
  film: {
    fields: [
      { key: 'publishId', label: '作品', kind: 'work', help: '在售的音视频作品；作品下架后这一块不显示', ...required },
      text('caption', '说明', 100),
    ],
  },
  map: {
    fields: [
      { key: 'image', label: '地图图片', kind: 'image', ...required },
      text('address', '地址', 100, required),
      text('phone', '电话', 40),
      text('hours', '接待时间', 60),
      text('route', '怎样到达', 300, { kind: 'long' }),
    ],
  },
  licences: {
    fields: [],
    items: {
      key: 'licences',
      name: '证照',
      most: BLOCK_LIMITS.licences,
      fields: [text('name', '证照名称', 60, required), text('number', '编号', 60, required), { key: 'image', label: '证照图片', kind: 'image' }],
    },
  },
};

export const BLOCK_KINDS = Object.keys(BLOCK_NAMES) as PageBlockKind[];

/** A block while it is edited: its values may still be incomplete. */
export type DraftBlock = { readonly id: string; readonly kind: PageBlockKind } & Readonly<Record<string, unknown>>;

const emptyOf = (fields: readonly BlockField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ key, kind }) => [key, kind === 'work' ? null : '']));

export const emptyItem = (kind: PageBlockKind): Record<string, unknown> => emptyOf(BLOCK_FORMS[kind].items?.fields ?? []);

/** Returns an empty block; a list starts with one item. */
export function newBlock(kind: PageBlockKind): DraftBlock {
  const { fields, items } = BLOCK_FORMS[kind];
  return { id: newUuid(), kind, ...emptyOf(fields), ...(items ? { [items.key]: [emptyItem(kind)] } : {}) };
}

export type DraftItem = Readonly<Record<string, unknown>>;
export const itemsOf = (block: DraftBlock): readonly DraftItem[] => {
  const { items } = BLOCK_FORMS[block.kind];
  return items ? ((block[items.key] as readonly DraftItem[] | undefined) ?? []) : [];
};

const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ').trim();

/** Returns a line that tells blocks of the same kind apart in the list. */
export function blockLine(block: DraftBlock): string {
  const { fields, items } = BLOCK_FORMS[block.kind];
  if (items) {
    const list = itemsOf(block);
    const key = items.fields.find((one) => one.kind === 'text')?.key ?? '';
    const first = String(list[0]?.[key] ?? '');
    return first ? `${first}${list.length > 1 ? ` 等 ${list.length} 项` : ''}` : '';
  }
  const words = fields.map(({ key, kind }) => (kind === 'image' || kind === 'work' ? '' : plain(String(block[key] ?? '')))).find(Boolean) ?? '';
  return words.slice(0, 40);
}

/** A block as the preview shows it. The server checks it when it is saved. */
export const asBlock = (block: DraftBlock): PageBlock => block as PageBlock;
