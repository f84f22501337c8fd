import { KIND_NAMES, TOPIC_KINDS } from '../../../contract/manuscript/manuscript-limits.ts';
import { TEMPLATE_TYPE_NAMES } from '../../../contract/template/template-types.ts';
import { FORMATS, MAJOR_CATEGORIES, PAY_MODE_NAMES } from '../../../contract/topic/topic-rules.ts';
import { minutesMachine } from '../../../contract/topic/minutes.machine.ts';
import { topicSessionMachine } from '../../../contract/topic/topic-session.machine.ts';
import { topicMachine } from '../../../contract/topic/topic.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

const same = (list: readonly string[]): Entries => list.map((word) => [word, word]);

export const TOPIC_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['press_topic_status', '选题状态', statesOf(topicMachine)],
  ['press_topic_kind', '选题类型', TOPIC_KINDS.map((kind) => [kind, KIND_NAMES[kind]])],
  ['press_topic_format', '开本', same(FORMATS)],
  ['press_topic_pay_mode', '付酬方式', Object.entries(PAY_MODE_NAMES)],
  ['press_topic_major_category', '重大选题备案类别', same(MAJOR_CATEGORIES)],
  ['press_session_status', '论证会状态', statesOf(topicSessionMachine)],
  [
    'press_session_level',
    '论证会级别',
    [
      ['section', '编辑室'],
      ['press', '全社'],
    ],
  ],
  ['press_minutes_status', '纪要状态', statesOf(minutesMachine)],
  ['template_template_type', '模板类型', Object.entries(TEMPLATE_TYPE_NAMES)],
  [
    'template_template_source',
    '模板来源',
    [
      ['program', '程序自带'],
      ['uploaded', '上传'],
    ],
  ],
];
