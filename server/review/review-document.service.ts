import { LEVEL_NAMES } from '../../contract/review/review.machine.ts';
import { wireTime } from '../db/clock.ts';
import type { DocumentSource } from '../manuscript/document/document-source.service.ts';
import { manuscriptValues } from '../manuscript/document/press-document.service.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { fillTemplate } from '../template/template.service.ts';
import { reviewById } from './review.queries.ts';
import { seesReview } from './review.policy.ts';
import { reviewGone } from './review-step.service.ts';

const POLITICS = { '': '未填', ok: '导向正确', problem: '有问题' } as const;
const SUGGESTIONS = { '': '未提交', adopt: '采用', revise: '退修', reject: '退稿' } as const;

/** The review report of one level from the default template, for its auditor and the staff. Authors never read it. */
export const reportDocument: DocumentSource = async (context, currentUser, id) => {
  const row = await reviewById(context.db, id);
  if (!row || !seesReview(row, currentUser)) throw reviewGone();
  const scores = JSON.parse(row.quality) as number[];
  const score = (index: number): string => (scores[index] ? String(scores[index]) : '—');
  const bytes = await fillTemplate(context, 'auditReport', {
    ...(await manuscriptValues(context.db, await manuscriptIn(context.db, row.archiveId))),
    审级: LEVEL_NAMES[row.level],
    轮次: String(row.round),
    审稿人: row.auditorName ?? '',
    政治导向: POLITICS[row.politics],
    价值评分: score(0),
    学术评分: score(1),
    文字评分: score(2),
    体例评分: score(3),
    审读意见: row.opinion || '（未填）',
    处理建议: SUGGESTIONS[row.suggestion],
    完成时间: wireTime(row.finishedAt),
  });
  const title = `《${row.title}》${LEVEL_NAMES[row.level]}审读报告`;
  return { title, fileName: `审读报告-${row.title}-${LEVEL_NAMES[row.level]}.docx`, bytes, mode: 'view', archiveId: row.archiveId, versionNo: 0 };
};
