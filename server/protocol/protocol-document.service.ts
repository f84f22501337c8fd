import { PAY_MODE_NAMES, protocolMachine, RIGHT_NAMES } from '../../contract/protocol/protocol.machine.ts';
import { yuan } from '../../contract/money.ts';
import { wireTime } from '../db/clock.ts';
import type { DocumentSource } from '../manuscript/document/document-source.service.ts';
import { manuscriptValues } from '../manuscript/document/press-document.service.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { fillKept, fillTemplate } from '../template/template.service.ts';
import { percentOf } from './articles.ts';
import { protocolById, signaturesOf, type ProtocolRow } from './protocol.queries.ts';
import { isDraft, readsAgreement } from './protocol.policy.ts';
import { allArticles, protocolGone } from './protocol.service.ts';

const shown = (value: number, word = String(value)): string => (value > 0 ? word : '');

const termValues = (row: ProtocolRow): Record<string, string> => ({
  授权方式: row.signType === 'exclusive' ? '专有' : '非专有',
  授权权利: (JSON.parse(row.rights) as string[]).map((right) => RIGHT_NAMES[right as keyof typeof RIGHT_NAMES] ?? right).join('、'),
  授权地域: row.region || '中国大陆',
  授权语种: row.language || '简体中文',
  授权年限: String(row.termYears),
  交稿日期: row.deliverDate || '双方约定之日',
  付酬方式: PAY_MODE_NAMES[row.payMode as keyof typeof PAY_MODE_NAMES],
  版税率: shown(row.royaltyBp, percentOf(row.royaltyBp)),
  版税基数: row.royaltyBase === 'sold' ? '销售册数' : '印刷册数',
  千字稿酬: shown(row.basePerThousandFen, yuan(row.basePerThousandFen)),
  一次性稿酬: shown(row.lumpFen, yuan(row.lumpFen)),
  预付比例: shown(row.prepayBp, percentOf(row.prepayBp)),
  最低印数: shown(row.minCopies),
  数字分成: shown(row.digitalShareBp, percentOf(row.digitalShareBp)),
  样书册数: String(row.sampleBooks),
  作者购书折扣: percentOf(row.authorDiscountBp),
  生效日期: row.startDate || '双方签署之日',
  截止日期: row.endDate,
  补充条款: row.extraTerms,
});

/** The agreement with its articles and signatures, for both parties; its template is fixed once it was sent for the check. */
export const agreementDocument: DocumentSource = async (context, currentUser, id) => {
  const { db } = context;
  const row = await protocolById(db, id);
  if (!row || !readsAgreement(row, currentUser)) throw protocolGone();
  const articles = await allArticles(db, row);
  const signatures = await signaturesOf(db, row.id);
  const values = {
    ...(await manuscriptValues(db, await manuscriptIn(db, row.archiveId))),
    ...termValues(row),
    协议编号: row.protocolNo,
    状态: protocolMachine.states[row.status].label,
    甲方: row.partyA,
    乙方: row.partyB,
    条款: articles.map(({ title, text }, index) => ({ 序号: String(index + 1), 标题: title, 内容: text })),
    签署: [
      ...signatures.map(({ nickName, signedAt }) => ({ 签署方: '甲方', 签署人: nickName, 签署时间: wireTime(signedAt) })),
      { 签署方: `乙方 ${row.partyB}`, 签署人: row.signerName ?? '', 签署时间: wireTime(row.signedByB) || '未签' },
    ],
  };
  const bytes = isDraft(row) ? await fillTemplate(context, 'protocol', values) : await fillKept(context, 'protocol', row.templateKey, values);
  const fileName = `出版协议-${row.protocolNo || row.title}.docx`;
  return { title: `《${row.title}》出版协议`, fileName, bytes, mode: 'view', archiveId: row.archiveId, versionNo: 0 };
};
