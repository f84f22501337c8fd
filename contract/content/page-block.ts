import { z } from 'zod';
import { richText } from '../field.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';

/** A picture of this server; other sites could count the visitors of the page. */
const LOCAL_PICTURE = /^\/(?!\/)[\w./%-]{1,300}$/;

const required = (label: string, max: number) => requiredText(`请填写${label}`).max(max, `${label}不能超过${max}个字`);
const optional = (label: string, max: number) => visible(`${label}不正确`).max(max, `${label}不能超过${max}个字`).default('');
const picture = (label: string) => z.string(`请上传${label}`).regex(LOCAL_PICTURE, `请上传${label}，不能填写外部地址`);
const optionalPicture = (label: string) => z.union([z.literal(''), picture(label)], `请上传${label}，不能填写外部地址`).default('');
const listOf = <T extends z.ZodType>(label: string, most: number, item: T) =>
  z.array(item, `${label}不正确`).min(1, `请至少加一项${label}`).max(most, `${label}最多${most}项`);

/** The key of a block within its page, chosen by the editor. */
const block = { id: z.string('内容块不正确').regex(/^[\w-]{1,40}$/, '内容块不正确') };

/** Limits of lists in blocks. */
export const BLOCK_LIMITS = { pictures: 12, timeline: 40, people: 40, honours: 60, licences: 20, blocks: 60 } as const;

/** The kinds of content of a site page, each with its own fields. */
export const pageBlock = z.discriminatedUnion(
  'kind',
  [
    z.object({ ...block, kind: z.literal('heading'), text: required('标题', 60) }),
    z.object({ ...block, kind: z.literal('text'), html: richText('文字', { characters: 5_000, pictures: 10 }, { required: true }) }),
    z.object({
      ...block,
      kind: z.literal('pictures'),
      pictures: listOf(
        '图片',
        BLOCK_LIMITS.pictures,
        z.object({ src: picture('图片'), alt: required('图片的文字说明', 100), caption: optional('图注', 100) }),
      ),
    }),
    z.object({
      ...block,
      kind: z.literal('timeline'),
      events: listOf(
        '大事',
        BLOCK_LIMITS.timeline,
        z.object({ time: required('时间', 20), title: required('大事', 60), text: optional('说明', 300) }),
      ),
    }),
    z.object({
      ...block,
      kind: z.literal('people'),
      people: listOf(
        '成员',
        BLOCK_LIMITS.people,
        z.object({ name: required('姓名', 30), role: optional('职务', 40), intro: optional('介绍', 200), photo: optionalPicture('照片') }),
      ),
    }),
    z.object({
      ...block,
      kind: z.literal('honours'),
      honours: listOf(
        '荣誉',
        BLOCK_LIMITS.honours,
        z.object({ year: required('年份', 10), title: required('荣誉名称', 80), issuer: optional('颁发单位', 60) }),
      ),
    }),
    z.object({ ...block, kind: z.literal('film'), publishId: id, caption: optional('说明', 100) }),
    z.object({
      ...block,
      kind: z.literal('map'),
      image: picture('地图图片'),
      address: required('地址', 100),
      phone: optional('电话', 40),
      hours: optional('接待时间', 60),
      route: optional('怎样到达', 300),
    }),
    z.object({
      ...block,
      kind: z.literal('licences'),
      licences: listOf(
        '证照',
        BLOCK_LIMITS.licences,
        z.object({ name: required('证照名称', 60), number: required('编号', 60), image: optionalPicture('证照图片') }),
      ),
    }),
  ],
  '内容块的种类不正确',
);
export type PageBlock = z.output<typeof pageBlock>;
export type PageBlockKind = PageBlock['kind'];

export const BLOCK_NAMES: Readonly<Record<PageBlockKind, string>> = {
  heading: '标题',
  text: '文字',
  pictures: '图片',
  timeline: '大事记',
  people: '人员',
  honours: '荣誉',
  film: '影片',
  map: '地图与地址',
  licences: '证照',
};
