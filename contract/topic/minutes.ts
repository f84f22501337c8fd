import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { richText, shown, shownNumber } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { MINUTES_STATES } from './minutes.machine.ts';
import { RESULTS, TOPIC } from './topic-rules.ts';
import { sessionDetail } from './topic-session.ts';

const content = richText('纪要内容', { characters: TOPIC.minutes, pictures: 0 });

/** #76: E19. The session creates the minutes when it ends; they are written here and signed once. */
export const minutes = crud('/press/minutes', {
  name: '会议纪要',
  permission: 'press:minutes',
  key: 'minutesId',
  title: 'sessionTitle',
  fields: { content },
  shown: {
    fileNo: shown('文号'),
    sessionTitle: shown('论证会'),
    sessionNo: shown('会议编号'),
    meetingTime: shown('开会时间', 'time'),
    topicCount: shownNumber('议题'),
    approvedCount: shownNumber('通过'),
    recorderName: shown('记录人'),
    signedByName: shown('签发人'),
    signedAt: shown('签发时间', 'time'),
    status: shown('状态', 'choice', { dict: 'press_minutes_status' }),
  },
  filter: { fileNo: 'like', sessionTitle: 'own', status: 'equal' },
  sort: ['createTime'],
  calls: ['list', 'export'],
});
export type Minutes = z.output<typeof minutes.list.row>;

const one = z.object({ minutesId: id });

const detail = z.object({
  minutesId: z.number(),
  fileNo: z.string(),
  content: z.string(),
  status: z.enum(MINUTES_STATES),
  signedByName: z.string(),
  signedAt: z.string(),
  version: z.number(),
  session: sessionDetail.data,
  /** What is missing before the minutes can be signed; empty when nothing is. */
  lacking: z.array(z.string()),
  editable: z.boolean(),
  signable: z.boolean(),
});
export type MinutesDetail = z.output<typeof detail>;

export const minutesDetail = endpoint('GET /press/minutes/detail/{minutesId}', {
  summary: '会议纪要详情',
  access: ['press:minutes:query', 'press:session:vote'],
  params: one,
  data: detail,
});

/** For the recorder and the host of the session, and staff with `press:minutes:edit`. */
export const saveMinutes = endpoint('PUT /press/minutes', {
  summary: '保存会议纪要',
  access: ['press:minutes:edit', 'press:session:vote'],
  body: one.extend({
    content,
    version: z.coerce.number<number | string>('版本不正确').int('版本不正确'),
    decisions: z
      .array(
        z.object({
          topicId: id,
          result: z.enum(RESULTS, '请选择结论').or(z.literal('')),
          opinion: visible().max(TOPIC.reason, `意见不能超过${TOPIC.reason}个字`).default(''),
        }),
      )
      .max(TOPIC.agenda, '议题过多'),
  }),
  data: detail,
});

export const signMinutes = endpoint('PUT /press/minutes/sign/{minutesId}', {
  summary: '签发会议纪要',
  access: 'press:minutes:sign',
  params: one,
  data: detail,
});

/** The minutes as a .docx document, from the default template. */
export const minutesDocument = endpoint('GET /press/minutes/document/{minutesId}', {
  summary: '会议纪要文档',
  access: ['press:minutes:query', 'press:session:vote'],
  params: one,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
