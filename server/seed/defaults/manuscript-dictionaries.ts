import { AUTHOR_ROLES, FILE_ROLE_NAMES, HOLD_REASONS, KIND_NAMES, KINDS } from '../../../contract/manuscript/manuscript-limits.ts';
import { authorConfirmMachine } from '../../../contract/manuscript/author-confirm.machine.ts';
import { editQueryMachine } from '../../../contract/manuscript/edit-query.machine.ts';
import { editTaskMachine } from '../../../contract/manuscript/edit-task.machine.ts';
import { letterMachine } from '../../../contract/manuscript/letter.machine.ts';
import { manuscriptMachine, TURN_NAMES } from '../../../contract/manuscript/manuscript.machine.ts';
import { reviewMachine } from '../../../contract/review/review.machine.ts';
import { QUALIFICATIONS } from '../../../contract/manuscript/press-user.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

const same = (list: readonly string[]): Entries => list.map((word) => [word, word]);

export const MANUSCRIPT_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['cms_archive_status', '稿件状态', statesOf(manuscriptMachine)],
  ['cms_archive_turn', '稿件轮到', Object.entries(TURN_NAMES)],
  ['cms_archive_kind', '稿件类型', KINDS.map((kind) => [kind, KIND_NAMES[kind]])],
  [
    'cms_archive_originality',
    '创作方式',
    [
      ['original', '原创'],
      ['adapted', '改编'],
      ['compiled', '汇编'],
      ['translated', '翻译'],
      ['annotated', '注释'],
    ],
  ],
  ['cms_archive_file_role', '附件类别', Object.entries(FILE_ROLE_NAMES)],
  ['cms_archive_author_role', '著作方式', same(AUTHOR_ROLES)],
  [
    'cms_archive_confidentiality',
    '稿件密级',
    [
      ['public', '公开'],
      ['internal', '内部'],
    ],
  ],
  ['press_edit_query_status', '质疑状态', statesOf(editQueryMachine)],
  ['press_edit_task_status', '编辑任务状态', statesOf(editTaskMachine)],
  ['press_author_confirm_status', '作者确认状态', statesOf(authorConfirmMachine)],
  ['press_letter_status', '信件状态', statesOf(letterMachine)],
  ['press_audit_status', '审稿状态', statesOf(reviewMachine)],
  ['press_hold_reason', '搁置原因', same(HOLD_REASONS)],
  [
    'press_user_station',
    '出版岗位',
    [
      ['chief_editor', '总编辑'],
      ['section_editor', '编辑室主任'],
      ['editor', '责任编辑'],
      ['proofreader', '责任校对'],
      ['typesetter', '排版'],
      ['press_manager', '编务'],
      ['archivist', '档案管理员'],
    ],
  ],
  ['press_user_qualification', '职称', same(QUALIFICATIONS)],
];
