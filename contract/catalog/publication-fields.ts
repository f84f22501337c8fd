import type { z } from 'zod';
import type { publicationDraft } from './publication.ts';

type Written = keyof z.output<typeof publicationDraft>;

/** Where one field of a work is used. A place that is `false` is left out on purpose. */
export interface WorkField {
  readonly label: string;
  /** The form of staff has an input for it. */
  readonly form: boolean;
  /** The label in 版权信息 on the page of the work. */
  readonly imprint: string | false;
  /** The search for works finds its words. */
  readonly search: boolean;
  /** The ONIX element that carries it. */
  readonly onix: string | false;
  /** Readers see a change of a listed work at once, so the notice to the other editor names it. */
  readonly notice: boolean;
}

const inside = { imprint: false, search: false, onix: false, notice: false } as const;

/**
 * Every field that editors write about a work, and where the product uses it. A new field of the draft fails the types until it is described
 * here, and the tests of the places (`work-fields.test.ts`, `book-imprint.test.tsx`) fail until it is there.
 */
export const WORK_FIELDS = {
  title: { label: '书名', form: true, imprint: false, search: true, onix: 'TitleText', notice: true },
  subtitle: { label: '副书名', form: true, imprint: false, search: true, onix: 'Subtitle', notice: true },
  authorsText: { label: '作者', form: true, imprint: '作者', search: true, onix: 'Contributor', notice: true },
  translator: { label: '译者', form: true, imprint: '译者', search: true, onix: 'Contributor', notice: true },
  isbn: { label: '书号', form: true, imprint: '书号', search: false, onix: 'IDValue', notice: true },
  publishDate: { label: '出版日期', form: true, imprint: '出版日期', search: false, onix: 'PublishingDate', notice: true },
  // A price has its own approval by a second person, which tells everybody concerned. Each channel has a price of its own.
  listPriceFen: { ...inside, label: '定价', form: true },
  salePriceFen: { ...inside, label: '售价', form: true },
  isFree: { ...inside, label: '全书免费', form: true, onix: 'UnpricedItemType' },
  trialChapters: { ...inside, label: '试读章数', form: true, notice: true },
  language: { label: '语种', form: true, imprint: '语言', search: false, onix: 'LanguageCode', notice: true },
  brief: { label: '一句话推荐', form: true, imprint: false, search: true, onix: false, notice: true },
  intro: { label: '内容简介', form: true, imprint: false, search: true, onix: 'Text', notice: true },
  authorIntro: { label: '作者简介', form: true, imprint: false, search: false, onix: 'Text', notice: true },
  archiveTypeId: { label: '分类', form: true, imprint: false, search: false, onix: 'SubjectHeadingText', notice: true },
  tags: { label: '标签', form: true, imprint: false, search: true, onix: false, notice: true },
  // Lists and the drawn cover: how the shop shows a work, not what it is.
  recommend: { ...inside, label: '编辑推荐', form: true },
  orderNum: { ...inside, label: '排序', form: false },
  downloadable: { ...inside, label: '允许存到本机', form: true },
  drawing: { ...inside, label: '绘制封面的图案', form: true },
  // They follow from the drawing; compatible clients may send them.
  colour: { ...inside, label: '封面颜色', form: false },
  format: { ...inside, label: '封面版式', form: false },
  // The custom fields have their own inputs and their own lines in the imprint.
  ext: { ...inside, label: '自定义字段', form: false },
} as const satisfies Readonly<Record<Written, WorkField>>;

type Uses<Place extends 'notice' | 'search'> = { [N in Written]: (typeof WORK_FIELDS)[N][Place] extends true ? N : never }[Written];

const used = <Place extends 'notice' | 'search'>(place: Place): Uses<Place>[] =>
  (Object.keys(WORK_FIELDS) as Written[]).filter((name): name is Uses<Place> => WORK_FIELDS[name][place]);

/** Fields that the notice about a change of a listed work names. */
export const NOTICED_FIELDS = used('notice');
/** Fields whose words the search for works finds. */
export const SEARCHED_FIELDS = used('search');
