import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MEDIA } from '../limits.ts';
import { masterPlay, MASTER_TRACKS, masterTrack } from '../media/master-track.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';

const DELIVER = 'press:composition:deliver';
const one = z.object({ compositionId: id });
const part = z.object({ trackId: id });
const uploadId = z.string('请先上传文件').regex(/^[0-9a-f]{16,64}$/, '上传编号不正确');
const title = requiredText('请输入名称').max(120, '名称不能超过120个字');

/** The master of an audio or video work, in order. The typesetter changes it as long as a proof may be uploaded. */
export const masterTracks = endpoint('GET /press/composition/master/{compositionId}', {
  summary: '母带的曲目或分集',
  access: 'press:composition:list',
  params: one,
  data: z.array(masterTrack),
});

/** Adds a finished upload as the last part. A second call for the same upload returns the same part. */
export const addMasterTrack = endpoint('POST /press/composition/master', {
  summary: '加一段曲目或一集',
  access: DELIVER,
  body: one.extend({ uploadId, title }),
  data: masterTrack,
});

/** Puts another file in the place of a part: its marks stay. */
export const replaceMasterTrack = endpoint('PUT /press/composition/master/file', {
  summary: '更换曲目或分集的文件',
  access: DELIVER,
  body: part.extend({ uploadId }),
  data: masterTrack,
});

export const saveMasterTrack = endpoint('PUT /press/composition/master', {
  summary: '修改曲目或分集',
  access: DELIVER,
  body: part.extend({
    version: z.number('缺少版本号，请刷新后重试').int(),
    title,
    /** WebVTT or SRT; without a value the captions stay, an empty text removes them. */
    captions: z.string().max(MEDIA.captionLength, `字幕不能超过${MEDIA.captionLength}个字`).nullish(),
  }),
  data: masterTrack,
});

export const orderMasterTracks = endpoint('PUT /press/composition/master/order', {
  summary: '曲目或分集排序',
  access: DELIVER,
  body: one.extend({ trackIds: z.array(id).min(1, '没有可以排序的内容').max(MASTER_TRACKS, '一次排序的内容过多') }),
});

export const retryMasterTrack = endpoint('PUT /press/composition/master/retry/{trackId}', {
  summary: '重新处理曲目或分集',
  access: DELIVER,
  params: part,
  data: masterTrack,
});

export const removeMasterTrack = endpoint('DELETE /press/composition/master/{trackId}', {
  summary: '删除曲目或分集',
  access: DELIVER,
  params: part,
});

/** For the staff who see the manuscript. */
export const playMasterTrack = endpoint('GET /press/composition/master/play/{trackId}', {
  summary: '播放曲目或分集',
  access: 'signed-in',
  params: part,
  data: masterPlay,
});
