import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, money, optionalText, reference, shown } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';

export const CHANNELS = ['site', 'textbook_platform', 'wechat', 'jd', 'dangdang', 'weread', 'library', 'offline'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  site: '本站',
  textbook_platform: '教材平台',
  wechat: '微信小店',
  jd: '京东',
  dangdang: '当当',
  weread: '微信读书',
  library: '馆配',
  offline: '实体书店',
};

/** Channels that sell printed books to readers. */
export const PAPER_CHANNELS: readonly Channel[] = ['jd', 'dangdang', 'wechat', 'offline'];

/** E34: on what channels a work is sold, at what price, and what its data still lack for a channel. */
export const publishChannel = crud('/cms/channel', {
  name: '发布渠道',
  permission: 'publish:channel',
  key: 'channelId',
  title: 'title',
  fields: {
    publishId: reference('作品', { required: true, fixedOnceSaved: true, shownAs: 'title' }),
    channel: choice('渠道', 'publish_channel', CHANNELS, 'site', { fixedOnceSaved: true }),
    externalUrl: optionalText('渠道页面', 300, [/^https?:\/\/\S+$/, '网址须以 http:// 或 https:// 开头'], {
      help: '在售的京东、当当、微信小店和实体书店显示在作品页的“买纸质书”；只显示 https:// 开头的网址',
    }),
    priceFen: money('渠道价'),
    status: choice('状态', 'publish_channel_status', ['pending', 'on', 'off'], 'pending', { help: '数据不全的作品不能改为在售' }),
  },
  shown: {
    title: shown('书名'),
    isbn: shown('书号'),
    lacking: shown('还缺'),
    onTime: shown('上架时间', 'time'),
    offTime: shown('下架时间', 'time'),
  },
  filter: { title: 'own', channel: 'equal', status: 'equal' },
  sort: ['priceFen', 'onTime', 'createTime', 'updateTime'],
});

const channel = z.enum(CHANNELS, '请选择渠道');

/** What an ONIX file of a channel would have, and the works that are left out with the reason. */
export const onixCheck = endpoint('GET /cms/channel/onix', {
  summary: 'ONIX预检',
  access: 'publish:channel:list',
  query: z.object({ channel }),
  data: z.object({
    done: z.array(z.object({ id: z.number(), title: z.string() })),
    skipped: z.array(z.object({ id: z.number(), title: z.string(), reason: z.string() })),
  }),
});

/** The complete works of a channel as ONIX for Books 3.0, reference tags. */
export const exportOnix = endpoint('POST /cms/channel/onix', {
  summary: '导出ONIX',
  access: 'publish:channel:export',
  body: z.object({ channel }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
