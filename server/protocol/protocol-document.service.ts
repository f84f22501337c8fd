import { protocolMachine } from '../../contract/protocol/protocol.machine.ts';
import { writeDocx } from '../document/docx-writer.ts';
import type { DocumentSource } from '../manuscript/document/document-source.service.ts';
import { articlesOf } from './articles.ts';
import { protocolById, signaturesOf } from './protocol.queries.ts';
import { readsAgreement } from './protocol.policy.ts';
import { protocolGone } from './protocol.service.ts';
import { wireTime } from '../db/clock.ts';

/** The agreement with its articles and signatures, for both parties. */
export const agreementDocument: DocumentSource = async ({ db }, currentUser, id) => {
  const row = await protocolById(db, id);
  if (!row || !readsAgreement(row, currentUser)) throw protocolGone();
  const signatures = await signaturesOf(db, id);
  const bytes = writeDocx([
    { kind: 'title', text: '图书出版协议' },
    { kind: 'right', text: `${row.protocolNo}　${protocolMachine.states[row.status].label}` },
    { kind: 'text', text: `甲方：${row.partyA}` },
    { kind: 'text', text: `乙方：${row.partyB}` },
    ...articlesOf(row).flatMap(({ title, text }, index) => [
      { kind: 'heading' as const, text: `第${index + 1}条　${title}` },
      { kind: 'text' as const, text },
    ]),
    { kind: 'heading', text: '签署' },
    ...signatures.map(({ nickName, signedAt }) => ({ kind: 'text' as const, text: `甲方 ${nickName}　${wireTime(signedAt)}` })),
    { kind: 'text', text: `乙方 ${row.partyB}　${row.signedByB === null ? '未签' : `${row.signerName ?? ''} ${wireTime(row.signedByB)}`}` },
  ]);
  const fileName = `出版协议-${row.protocolNo || row.title}.docx`;
  return { title: `《${row.title}》出版协议`, fileName, bytes, mode: 'view', archiveId: row.archiveId, versionNo: 0 };
};
