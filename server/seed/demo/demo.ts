import { DAY_MS } from '../../../contract/clock.ts';
import type { Tx } from '../../db/database.ts';
import type { AppContext } from '../../context.ts';
import { hashPassword } from '../../identity/password.ts';
import { addContestFiles } from './contest/contest-files.ts';
import { addContests } from './contest/contests.ts';
import { addDemoBooks } from './demo-books.ts';
import { addAdminContent } from './admin-content.ts';
import { PEOPLE, readers, TEACHERS, type Person } from './people.ts';
import { addPeriodicalFiles } from './periodical/periodical-files.ts';
import { addPeriodicals } from './periodical/periodicals.ts';
import { addProofs } from './proofs.ts';
import { addProtocols } from './protocols.ts';
import { addReviews } from './reviews.ts';
import { addScholarHouse } from './scholars.ts';
import { addSiteContent } from './site-content.ts';
import { addSitePages } from './site-pages.ts';
import { addStructure } from './structure.ts';
import { addManuscripts } from './manuscript/manuscripts.ts';
import { addManuscriptDocuments } from './manuscript/manuscript-documents.ts';
import { addManuscriptVersions } from './manuscript/manuscript-versions.ts';
import { addPendingWork } from './pending-work.ts';
import { addTopics } from './topics.ts';
import { addTutoring } from './tutoring.ts';
import { addWechat } from './wechat.ts';
import { addWorkflow } from './workflow.ts';

/** A step that reaches every day of the span exactly once. */
const JOINED_STEP = 197;
const JOINED_DAYS = 720;

/** Gets one line of progress. */
export type Say = (line: string) => void;

export interface Account extends Person {
  readonly passwordHash: string;
}

/** The demo data: everything is fictional, and dates are relative to the day of installation. */
export const addDemo = {
  /** Hashes one password for each account, each with its own salt, outside any transaction. */
  async people(password: string): Promise<Account[]> {
    return Promise.all([...PEOPLE, ...readers(), ...TEACHERS].map(async (person) => ({ ...person, passwordHash: await hashPassword(password) })));
  },
  async rows(tx: Tx, accounts: readonly Account[], now: number, say: Say = () => {}): Promise<void> {
    const steps = progress(say, 15);
    await steps('账号', () => addAccounts(tx, accounts, now));
    await steps('机构', () => addStructure(tx, now));
    await steps('网站内容', async () => {
      await addSiteContent(tx, now);
      await addSitePages(tx, now);
      await addAdminContent(tx, now);
    });
    await steps('学者馆', () => addScholarHouse(tx, now));
    await steps('待办', () => addPendingWork(tx, now));
    await steps('流程', () => addWorkflow(tx, now));
    await steps('辅导', () => addTutoring(tx, now));
    await steps('公众号', () => addWechat(tx, now));
    await steps('大赛', () => addContests(tx, now));
    const manuscripts = await steps('稿件', () => addManuscripts(tx, now));
    await steps('审稿', () => addReviews(tx, now, manuscripts));
    await steps('协议', () => addProtocols(tx, now, manuscripts));
    await steps('校对', () => addProofs(tx, now, manuscripts));
    await steps('选题', () => addTopics(tx, now, manuscripts));
    await steps('期刊', () => addPeriodicals(tx, now));
  },
  /** Prepares the demo books through the regular workflow; continues after an interruption. Returns unused access codes of a textbook. */
  async books(context: AppContext, say: Say = () => {}): Promise<string[]> {
    const steps = progress(say, 5);
    await steps('稿件的各版文件', () => addManuscriptVersions(context));
    await steps('稿件的文稿', () => addManuscriptDocuments(context));
    await steps('参赛文件', () => addContestFiles(context));
    await steps('期刊文件', () => addPeriodicalFiles(context));
    return steps('作品', () => addDemoBooks(context, say));
  },
};

/** Whether the last of the demo data is there: a start that was interrupted goes on with it. */
export const demoComplete = async ({ db }: AppContext): Promise<boolean> =>
  (await db.selectFrom('order').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Says each step before it runs, with its number. */
function progress(say: Say, all: number) {
  let at = 0;
  return async <T>(label: string, work: () => Promise<T>): Promise<T> => {
    at += 1;
    say(`  演示数据 ${at}/${all}：${label}`);
    return work();
  };
}

async function addAccounts(tx: Tx, accounts: readonly Account[], now: number): Promise<void> {
  const roles = new Map((await tx.selectFrom('role').select(['id', 'roleKey']).execute()).map((role) => [role.roleKey, role.id]));
  for (const [index, { userName, nickName, roleKeys, passwordHash, introduction = '' }] of accounts.entries()) {
    // Users joined over two years, not all on the day of the installation.
    const createTime = now - (((index * JOINED_STEP) % JOINED_DAYS) + 1) * DAY_MS;
    const phonenumber = `13800000${String(index + 100).padStart(3, '0')}`;
    const { id: userId } = await tx
      .insertInto('user')
      .values({
        userName,
        nickName,
        passwordHash,
        phonenumber,
        introduction,
        // Demo authors may sign agreements.
        ...(roleKeys.includes('author') ? { realName: nickName, realNameStatus: 'verified' as const } : {}),
        pwdUpdateDate: now,
        createBy: 'system',
        createTime,
        updateTime: createTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const held = roleKeys.map((key) => ({ userId, roleId: roles.get(key) ?? 0 }));
    if (held.length > 0) await tx.insertInto('userRole').values(held).execute();
  }
}
