import { z } from 'zod';
import { crud } from '../crud.ts';
import { shown, shownNumber, time } from '../field.ts';
import { recordStat } from './record-stat.ts';

/** Favourites of readers, for staff: user names only. */
export const collectRecord = crud('/info/collect', {
  name: '收藏记录',
  permission: 'info:collect',
  log: true,
  key: 'collectId',
  title: 'targetTitle',
  fields: {},
  shown: {
    targetTitle: shown('内容'),
    targetType: shown('类型', 'choice', { dict: 'info_target_type' }),
    userName: shown('登录账号'),
    createTime: time('收藏时间'),
  },
  filter: { userName: 'own', targetTitle: 'own' },
  range: 'createTime',
  sort: ['collectId', 'createTime'],
  calls: ['list', 'export'],
});

/** Downloads of readers. Addresses are shown as networks. */
export const downloadRecord = crud('/info/download', {
  name: '下载记录',
  permission: 'info:download',
  log: true,
  key: 'downloadId',
  title: 'targetTitle',
  fields: {},
  shown: {
    targetTitle: shown('作品'),
    trackTitle: shown('曲目'),
    userName: shown('登录账号'),
    result: shown('结果', 'choice', { dict: 'info_download_result' }),
    size: shownNumber('大小（字节）'),
    device: shown('设备'),
    network: shown('网络'),
    createTime: time('下载时间'),
  },
  filter: { userName: 'own', targetTitle: 'own', result: 'equal' },
  range: 'createTime',
  sort: ['downloadId', 'createTime'],
  calls: ['list', 'export'],
});

/** Scores of readers. Removing one recounts the score of its work. */
export const scoreRecord = crud('/info/score', {
  name: '评分记录',
  permission: 'info:score',
  log: true,
  key: 'scoreId',
  title: 'targetTitle',
  fields: {},
  shown: { targetTitle: shown('作品'), userName: shown('登录账号'), score: shownNumber('评分'), scoreTime: time('评分时间') },
  filter: { userName: 'own', targetTitle: 'own', score: 'equal' },
  range: 'scoreTime',
  sort: ['scoreId', 'score', 'scoreTime'],
  calls: ['list', 'remove', 'export'],
});
export type ScoreRecord = z.output<typeof scoreRecord.list.row>;

export const collectStat = recordStat('collect', '收藏统计');
export const downloadStat = recordStat('download', '下载统计');
export const scoreStat = recordStat('score', '评分统计');
