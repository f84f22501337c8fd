import { LEVEL_NAMES, QUALITIES } from '../../contract/review/review.machine.ts';
import { wireTime } from '../db/clock.ts';
import { writeDocx } from '../document/docx-writer.ts';
import type { DocumentSource } from '../manuscript/document/document-source.service.ts';
import { reviewById } from './review.queries.ts';
import { seesReview } from './review.policy.ts';
import { reviewGone } from './review-step.service.ts';

const POLITICS = { '': '未填', ok: '导向正确', problem: '有问题' } as const;
const SUGGESTIONS = { '': '未提交', adopt: '采用', revise: '退修', reject: '退稿' } as const;

/** The review report of one level, for its auditor and the staff. Authors never read it. */
export const reportDocument: DocumentSource = async ({ db }, currentUser, id) => {
  const row = await reviewById(db, id);
  if (!row || !seesReview(row, currentUser)) throw reviewGone();
  const scores = JSON.parse(row.quality) as number[];
  const title = `《${row.title}》${LEVEL_NAMES[row.level]}审读报告`;
  const bytes = writeDocx([
    { kind: 'title', text: '审读报告' },
    {
      kind: 'form',
      lines: [
        ['书名', row.title, '稿件编号', row.archiveNo],
        ['审级', `${LEVEL_NAMES[row.level]}（第${row.round}轮）`, '审读人', row.auditorName ?? ''],
        ['政治导向', POLITICS[row.politics], '处理建议', SUGGESTIONS[row.suggestion]],
        ['评分', QUALITIES.map((name, index) => `${name} ${scores[index] ?? '—'}`).join('　'), '完成时间', wireTime(row.finishedAt)],
      ],
    },
    { kind: 'heading', text: '审读意见' },
    ...(row.opinion || '（未填）').split('\n').map((text) => ({ kind: 'text' as const, text })),
  ]);
  return { title, fileName: `审读报告-${row.title}-${LEVEL_NAMES[row.level]}.docx`, bytes, mode: 'view', archiveId: row.archiveId, versionNo: 0 };
};
