import { KIND_NAMES, type ManuscriptKind } from '../../contract/manuscript/manuscript-limits.ts';
import { PAY_MODE_NAMES, plannedIncome, RESULT_NAMES } from '../../contract/topic/topic-rules.ts';
import { topicMachine } from '../../contract/topic/topic.machine.ts';
import { yuan } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import { chineseDate } from '../db/clock.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { DocumentSource } from '../manuscript/document/document-source.service.ts';
import { fillTemplate } from '../template/template.service.ts';
import { topicFor } from './topic.service.ts';
import { ownPress } from './topic.queries.ts';

const percent = (bp: number): string => `${bp / 100}%`;
const counted = (value: number): string => (value > 0 ? String(value) : '');

/** The declaration form of a topic, filled from the default template. */
export async function declarationDocument(context: AppContext, currentUser: CurrentUser, id: number): Promise<{ name: string; bytes: Buffer }> {
  const { topic, incomeFen, hearings, log } = await topicFor(context, currentUser, id);
  const review = log.findLast(({ event }) => event === topicMachine.events.sectionPass.label || event === topicMachine.events.sectionReturn.label);
  const [last] = hearings;
  const bytes = await fillTemplate(context, 'declaration', {
    出版社: await ownPress(context.db),
    日期: chineseDate(Date.now()),
    选题编号: topic.topicNo,
    书名: topic.title,
    类型: KIND_NAMES[topic.kind as ManuscriptKind],
    丛书: topic.series,
    作者: topic.authorNames,
    作者简介: topic.authorIntro,
    内容简介: topic.contentIntro,
    选题意义: topic.significance,
    目录大纲: topic.outline,
    读者对象: topic.targetReaders,
    市场分析: topic.marketAnalysis,
    计划字数: topic.planWordCount > 0 ? `${topic.planWordCount}千字` : '',
    计划页数: counted(topic.planPages),
    开本: topic.planFormat,
    出版日期: topic.planPublishDate,
    定价: yuan(topic.planPriceFen),
    首印: counted(topic.planPrintRun),
    固定成本: yuan(topic.costFen),
    单册成本: yuan(topic.unitCostFen),
    发货折扣: percent(topic.discountBp),
    版税率: percent(topic.royaltyBp),
    付酬方式: PAY_MODE_NAMES[topic.payMode],
    预计收入: yuan(incomeFen || plannedIncome(topic)),
    保本印数: topic.breakEven > 0 ? `${topic.breakEven}册` : '',
    重大选题: topic.isMajor === '1' ? '是' : '否',
    备案类别: topic.majorCategory,
    备案号: topic.recordNo,
    版权情况: topic.translationRights,
    申报人: topic.declarerName,
    申报日期: log.find(({ event }) => event === topicMachine.events.submit.label)?.at.slice(0, 10) ?? '',
    室审意见: review ? `${review.operatorName}：${review.note || review.event}` : '',
    论证结论: last && last.result !== '' ? RESULT_NAMES[last.result] : '',
    状态: topicMachine.states[topic.status as keyof typeof topicMachine.states].label,
    同类书: topic.competitors.map((one) => ({
      题名: one.title,
      出版者: one.publisher,
      售价: yuan(one.priceFen),
      销量: counted(one.sales),
    })),
  });
  return { name: `选题申报表-${topic.topicNo || topic.title}.docx`, bytes };
}

export const declareDocument: DocumentSource = async (context, currentUser, id) => {
  const { name, bytes } = await declarationDocument(context, currentUser, id);
  return { title: name.replace(/\.docx$/, ''), fileName: name, bytes, mode: 'view', archiveId: null, versionNo: 0 };
};
