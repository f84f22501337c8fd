import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { bannerEntry, BANNERS_LIVE, type Banner } from '../../contract/content/banner.ts';
import { bannerMachine } from '../../contract/content/banner.machine.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { publishedAt } from '../state-machine/release.ts';
import { bannersInUse, liveBannerRows, noticeTitles, workTitles } from './banner.queries.ts';
import { checkDates, releasedList, type ListedRow } from './released-list.ts';

interface BannerRow extends ListedRow {
  readonly title: string;
  readonly subtitle: string;
  readonly note: string;
  readonly image: string;
  readonly mobileImage: string;
  readonly drawing: string;
  readonly linkType: string;
  readonly linkValue: string;
}

const { parts, stateOf, rejectionsOf, fire, sort } = releasedList<BannerRow>({
  machine: bannerMachine,
  table: 'banner',
  log: '轮播图',
  subject: (row) => `轮播图${inTitleMarks(row.title)}`,
  content: (row) => row.title,
  approved: ['title', 'subtitle', 'note', 'image', 'mobileImage', 'drawing', 'linkType', 'linkValue'],
  async checkPosition(tx, position) {
    if ((await bannersInUse(tx, position, Date.now())) > BANNERS_LIVE) throw failed(`一个位置最多同时展示${BANNERS_LIVE}张轮播图，请先下线一张`);
  },
});

export { fire as handleBannerEvent, sort as sortBannersOf };

/** An address within this site, which the client opens without a new page load. */
const OWN_ADDRESS = /^\/(?!\/)\S*$/;

/** Throws unless the target of a banner exists; returns its name for the list. */
async function checkTarget(tx: Tx, linkType: string, linkValue: string): Promise<void> {
  if (linkType === 'none') return;
  if (linkType === 'url') {
    if (!OWN_ADDRESS.test(linkValue)) throw failed('网址须是本站地址，以 / 开头，例如 /cms/main/notice');
    return;
  }
  const names = await targetNames(tx, [{ linkType, linkValue }]);
  if (!names.has(`${linkType} ${linkValue}`)) throw failed(linkType === 'notice' ? '请选择要打开的公告' : '请选择要打开的作品');
}

interface Link {
  readonly linkType: string;
  readonly linkValue: string;
}

async function targetNames(db: Database | Tx, links: readonly Link[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: string): number[] =>
    links.flatMap(({ linkType, linkValue }) => (linkType === type && /^[1-9]\d{0,14}$/.test(linkValue) ? [Number(linkValue)] : []));
  const [works, notices] = [await workTitles(db, idsOf('publication')), await noticeTitles(db, idsOf('notice'))];
  return new Map([
    ...works.map(({ id, title }) => [`publication ${id}`, title] as const),
    ...notices.map(({ id, title }) => [`notice ${id}`, title] as const),
  ]);
}

export const banners = crudService(bannerEntry, {
  ...parts,
  table: 'banner',
  async check(tx, { draft }) {
    checkDates(draft);
    await checkTarget(tx, draft.linkType, draft.linkValue);
  },
  columnsOf: (write) => ({ ...parts.columnsOf(write), ...(write.draft.linkType === 'none' ? { linkValue: '' } : {}) }),
  async show(db, rows) {
    const names = await targetNames(db, rows);
    const rejections = await rejectionsOf(db, rows);
    return rows.map((row) => ({
      state: stateOf(row),
      rejectNote: rejections.get(row.id) ?? '',
      linkText: row.linkType === 'url' ? row.linkValue : (names.get(`${row.linkType} ${row.linkValue}`) ?? ''),
    }));
  },
});

/** Returns at most eight published banners of a position within their dates. */
export async function liveBanners(context: AppContext, position: string): Promise<Banner[]> {
  const rows = await liveBannerRows(context.db, position, publishedAt(Date.now()), BANNERS_LIVE);
  return rows.map(({ id, title, subtitle, note, image, mobileImage, drawing, linkType, linkValue }) => ({
    bannerId: id,
    title,
    subtitle,
    note,
    image,
    mobileImage,
    drawing,
    linkType: linkType as Banner['linkType'],
    linkValue,
  }));
}
