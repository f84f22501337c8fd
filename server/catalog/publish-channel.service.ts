import { CHANNEL_NAMES, publishChannel, type Channel } from '../../contract/catalog/publish-channel.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import { contains } from '../db/contains.ts';
import { wireTime } from '../db/clock.ts';
import { failed } from '../http/app-error.ts';
import { plainText } from '../http/rich-text.ts';
import { writeOnix, type SaleState } from './onix-writer.ts';
import { channelWorks, ownPressName, worksOnChannel, type ChannelWork } from './publish-channel.queries.ts';

const INTRO_LEAST = 50;

interface OnChannel {
  readonly priceFen: number;
  readonly externalUrl: string;
}
type Need = readonly [name: string, there: (work: ChannelWork, on: OnChannel) => boolean];

const ISBN: Need = ['书号', ({ isbn }) => isbn !== ''];
const PRICE: Need = ['渠道价', ({ isFree }, { priceFen }) => isFree === '1' || priceFen > 0];
const DATE: Need = ['出版日期', ({ publishDate }) => publishDate !== ''];
const KIND: Need = ['分类', ({ typeName }) => typeName !== null];
const INTRO: Need = [`内容简介（至少${INTRO_LEAST}字）`, ({ intro }) => [...plainText(intro).replace(/\s/g, '')].length >= INTRO_LEAST];
const AUTHOR: Need = ['作者简介', ({ authorIntro }) => authorIntro.trim() !== ''];
const TEXT: Need = ['电子书文件', ({ editionId }) => editionId !== null];
const CIP: Need = ['CIP核字号', ({ cipNo }) => Boolean(cipNo)];
const PAGE: Need = ['渠道页面', (_work, { externalUrl }) => externalUrl !== ''];
const LISTED: Need = ['本站上架', ({ status }) => status === 'listed'];
/** Why a work is not on sale anywhere, by its state. */
const NOT_ON_SALE: Readonly<Partial<Record<ChannelWork['status'], string>>> = {
  draft: '作品还没有上架',
  checking: '作品还没有上架',
  rejected: '作品还没有上架',
  delisted: '作品已下架',
  recalled: '作品已召回',
};
const stateProblem = ({ status }: ChannelWork): string[] => [NOT_ON_SALE[status] ?? []].flat();
/** How ONIX describes a work that is no longer sold, by its state. */
const ENDED: Readonly<Partial<Record<ChannelWork['status'], SaleState>>> = { delisted: 'withdrawn', recalled: 'recalled' };

/** What each channel asks for. */
const NEEDS: Readonly<Record<Channel, readonly Need[]>> = {
  site: [LISTED, TEXT, INTRO, KIND],
  textbook_platform: [LISTED, TEXT, KIND],
  wechat: [PRICE, INTRO, PAGE],
  jd: [ISBN, PRICE, DATE, KIND, INTRO, AUTHOR],
  dangdang: [ISBN, PRICE, DATE, KIND, INTRO, AUTHOR],
  weread: [TEXT, PRICE, KIND, INTRO, AUTHOR],
  library: [ISBN, CIP, PRICE, DATE, KIND],
  offline: [ISBN, PRICE, DATE],
};

/** Names of what a work lacks for a channel. */
const lackingOf = (channel: Channel, work: ChannelWork, on: OnChannel): string[] =>
  NEEDS[channel].filter(([, there]) => !there(work, on)).map(([name]) => name);

const NOTHING = { title: '（已删除）', isbn: '', lacking: '' };

export const channels = crudService(publishChannel, {
  table: 'publishChannel',
  log: '发布渠道',
  order: [
    ['updateTime', 'desc'],
    ['id', 'desc'],
  ],
  unique: { channel: '这部作品在这个渠道已有记录，请直接修改' },
  within: ['publishId'],
  removal: 'hard',
  filters: {
    title: (query, value) =>
      query.where('publishId', 'in', (eb: typeof query) =>
        eb.selectFrom('publication').select('publication.id').where(contains('publication.title', value)),
      ),
  },
  show: async (db, rows) => {
    const works = await channelWorks(
      db,
      rows.map((row) => Number(row['publishId'])),
    );
    return rows.map((row) => {
      const work = works.get(Number(row['publishId']));
      if (!work) return NOTHING;
      const on = { priceFen: Number(row['priceFen']), externalUrl: String(row['externalUrl']) };
      return { title: work.title, isbn: work.isbn, lacking: [...stateProblem(work), ...lackingOf(row['channel'] as Channel, work, on)].join('、') };
    });
  },
  check: async (tx, { before, draft }) => {
    const work = (await channelWorks(tx, [Number(draft.publishId)])).get(Number(draft.publishId));
    if (!work) throw failed('作品不存在，请重新选择');
    if (before && (before['publishId'] !== draft.publishId || before['channel'] !== draft.channel)) throw failed('作品和渠道不能更换，请新增一条');
    const [problem] = stateProblem(work);
    // A channel can be prepared before the work is on sale.
    if (draft.status === 'on' && problem) throw failed(`${inTitleMarks(work.title)}不能在${CHANNEL_NAMES[draft.channel]}上架：${problem}`);
    const lacking = lackingOf(draft.channel, work, draft);
    if (draft.status === 'on' && lacking.length > 0)
      throw failed(`${inTitleMarks(work.title)}在${CHANNEL_NAMES[draft.channel]}上架还缺：${lacking.join('、')}`);
  },
  columnsOf: ({ before, draft }) => {
    if (before?.['status'] === draft.status) return {};
    const now = Date.now();
    return { onTime: draft.status === 'on' ? now : (before?.['onTime'] ?? null), offTime: draft.status === 'off' ? now : null };
  },
});

/** The works of a channel: those that are complete, and those that are left out with the reason. */
async function onixWorks({ db }: AppContext, channel: Channel) {
  const rows = await worksOnChannel(db, channel);
  const works = await channelWorks(
    db,
    rows.map(({ publishId }) => publishId),
  );
  const all = rows.flatMap((row) => {
    const work = works.get(row.publishId);
    if (!work) return [];
    const number = work.isbn ? [] : ['书号'];
    // A record that ends the sale needs no more than the number.
    const sale = ENDED[work.status] ?? 'active';
    const lacking = sale === 'active' ? [...new Set([...number, ...lackingOf(channel, work, row)])] : number;
    const reasons = [...(sale === 'active' ? stateProblem(work) : []), ...(lacking.length > 0 ? [`缺${lacking.join('、')}`] : [])];
    return [{ work, on: row, sale, reasons }];
  });
  return { ready: all.filter(({ reasons }) => reasons.length === 0), skipped: all.filter(({ reasons }) => reasons.length > 0) };
}

export async function checkOnix(context: AppContext, channel: Channel) {
  const { ready, skipped } = await onixWorks(context, channel);
  return {
    done: ready.map(({ work }) => ({ id: work.id, title: work.title })),
    skipped: skipped.map(({ work, reasons }) => ({ id: work.id, title: work.title, reason: reasons.join('；') })),
  };
}

export async function onixFile(context: AppContext, channel: Channel): Promise<{ name: string; bytes: Buffer }> {
  const { ready } = await onixWorks(context, channel);
  if (ready.length === 0) throw failed('这个渠道没有数据完整的作品，请先补全再导出');
  const sender = await ownPressName(context.db);
  const now = Date.now();
  const xml = writeOnix(
    { sender, sentAt: now },
    ready.map(({ work, on, sale }) => ({
      sale,
      reference: work.publishNo,
      isbn: work.isbn,
      digital: channel === 'weread' || channel === 'site' || channel === 'textbook_platform',
      title: work.title,
      subtitle: work.subtitle,
      authors: work.authorsText.split(/[、,，;；]\s*/).filter(Boolean),
      translators: work.translator.split(/[、,，;；]\s*/).filter(Boolean),
      edition: work.edition,
      language: work.language,
      subjectCode: work.typeCode ?? '',
      subjectName: work.typeName ?? '',
      description: plainText(work.intro),
      biography: plainText(work.authorIntro),
      publisher: work.pressName ?? sender,
      publishDate: work.publishDate,
      priceFen: work.isFree === '1' ? 0 : on.priceFen || work.listPriceFen,
      coverUrl: work.coverUrl ? `${context.settings.publicUrl}${work.coverUrl}` : '',
    })),
  );
  return { name: `ONIX_${CHANNEL_NAMES[channel]}_${wireTime(now).slice(0, 10)}.xml`, bytes: Buffer.from(xml) };
}
