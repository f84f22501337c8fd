import { randomInt } from 'node:crypto';
import type { Certificate, CertificateRow } from '../../contract/contest/contest-publicity.ts';
import type { AppContext } from '../context.ts';
import { chineseDate, wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { documentWorker } from '../document/document-worker.ts';
import { missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { fillTemplate } from '../template/template.service.ts';
import { certificateByNo, certificatePage, type CertificateRecord } from './certificate.queries.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { authorsText } from './contest-rows.ts';
import type { ContestRow } from './contest.queries.ts';
import { opensCertificate } from './entry/entry.policy.ts';

/** Crockford's base32: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A number alone could be guessed from another one; the letters after it cannot. */
const letters = (): string => Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

interface Winner {
  readonly id: number;
  readonly userId: number;
  readonly title: string;
  readonly awardName: string;
  readonly nickName: string;
  readonly team: string;
}

export async function issueCertificates(tx: Tx, contest: ContestRow, winners: readonly Winner[], now = Date.now()): Promise<void> {
  for (const winner of winners)
    await tx
      .insertInto('contestCertificate')
      .values({
        certificateNo: `${await yearlyNumber(tx, 'ZS', 4, now, '-')}-${letters()}`,
        contestId: contest.id,
        submitId: winner.id,
        userId: winner.userId,
        title: winner.title,
        authorsText: authorsText(winner.nickName, winner.team),
        awardName: winner.awardName,
        issuedAt: now,
        revokedAt: null,
      })
      .execute();
}

export async function revokeCertificates(tx: Tx, submitId: number, reason: string): Promise<void> {
  await tx
    .updateTable('contestCertificate')
    .set({ revokedAt: Date.now(), revokedReason: reason.slice(0, 200) })
    .where('submitId', '=', submitId)
    .where('revokedAt', 'is', null)
    .execute();
}

const wire = (row: CertificateRecord): Certificate => ({
  certificateNo: row.certificateNo,
  contestTitle: row.contestTitle,
  title: row.title,
  authorsText: row.authorsText,
  awardName: row.awardName,
  organizer: row.organizer,
  issuedAt: wireTime(row.issuedAt).slice(0, 10),
  valid: row.revokedAt === null,
  revokedReason: row.revokedAt === null ? '' : '获奖资格已取消',
});

const gone = () => missing('没有这张证书，请核对证书编号');

export async function checkedCertificate({ db }: AppContext, certificateNo: string): Promise<Certificate> {
  const row = await certificateByNo(db, certificateNo);
  if (!row) throw gone();
  return wire(row);
}

export async function certificatesFor(
  { db }: AppContext,
  asked: { contestId: number; pageNum: number; pageSize: number },
): Promise<{ rows: CertificateRow[]; total: number }> {
  const { rows, total } = await certificatePage(db, asked.contestId, asked.pageSize, (all) => offsetOf(asked, all));
  return { total, rows: rows.map((row) => ({ ...wire(row), submitId: row.submitId, submitNo: row.submitNo })) };
}

export const checkPath = (certificateNo: string): string => `/cms/main/certificate/${certificateNo}`;

/** The certificate of a winner: the template as it is, or a PDF with the words of the template and the check address. */
export async function certificateFile(
  context: AppContext,
  currentUser: CurrentUser,
  certificateNo: string,
  type: 'pdf' | 'docx',
): Promise<{ name: string; bytes: Buffer; mime: string }> {
  const row = await certificateByNo(context.db, certificateNo);
  if (!row || !opensCertificate(row, currentUser)) throw gone();
  if (row.revokedAt !== null) throw missing('这张证书已经失效');
  const docx = await fillTemplate(context, 'certificate', {
    姓名: row.authorsText,
    作品名: row.title,
    奖项: row.awardName,
    活动名称: row.contestTitle,
    证书编号: row.certificateNo,
    出版社: row.organizer,
    日期: chineseDate(row.issuedAt),
  });
  const name = `${row.awardName}-${row.title}.${type}`;
  if (type === 'docx') return { name, bytes: docx, mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' };
  const lines = (await documentWorker.text(docx)).split('\n').filter((line) => line.trim() !== '');
  const address = `${context.settings.publicUrl}${checkPath(row.certificateNo)}`;
  return { name, bytes: certificatePdf({ lines, address, certificateNo: row.certificateNo }), mime: 'application/pdf' };
}
