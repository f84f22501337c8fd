import type { Tx } from '../../db/database.ts';
import type { AppContext } from '../../context.ts';
import { hashPassword } from '../../identity/password.ts';
import { addContestFiles } from './contest-files.ts';
import { addContests } from './contests.ts';
import { addDemoBooks } from './demo-books.ts';
import { addAdminContent } from './admin-content.ts';
import { PEOPLE, readers, type Person } from './people.ts';
import { addProofs } from './proofs.ts';
import { addProtocols } from './protocols.ts';
import { addReviews } from './reviews.ts';
import { addScholarHouse } from './scholars.ts';
import { addSiteContent } from './site-content.ts';
import { addSitePages } from './site-pages.ts';
import { addStructure } from './structure.ts';
import { addManuscripts } from './manuscripts.ts';
import { addManuscriptVersions } from './manuscript-versions.ts';
import { addPendingWork } from './pending-work.ts';
import { addTopics } from './topics.ts';
import { addTutoring } from './tutoring.ts';
import { addWechat } from './wechat.ts';
import { addWorkflow } from './workflow.ts';

const DAY_MS = 86_400_000;
/** A step that reaches every day of the span exactly once. */
const JOINED_STEP = 197;
const JOINED_DAYS = 720;

export interface Account extends Person {
  readonly passwordHash: string;
}

/** The demo data: everything is fictional, and dates are relative to the day of installation. */
export const addDemo = {
  /** Hashes one password for each account, each with its own salt, outside any transaction. */
  async people(password: string): Promise<Account[]> {
    return Promise.all([...PEOPLE, ...readers()].map(async (person) => ({ ...person, passwordHash: await hashPassword(password) })));
  },
  async rows(tx: Tx, accounts: readonly Account[], now: number): Promise<void> {
    await addAccounts(tx, accounts, now);
    await addStructure(tx, now);
    await addSiteContent(tx, now);
    await addSitePages(tx, now);
    await addAdminContent(tx, now);
    await addScholarHouse(tx, now);
    await addPendingWork(tx, now);
    await addWorkflow(tx, now);
    await addTutoring(tx, now);
    await addWechat(tx, now);
    await addContests(tx, now);
    const manuscripts = await addManuscripts(tx, now);
    await addReviews(tx, now, manuscripts);
    await addProtocols(tx, now, manuscripts);
    await addProofs(tx, now, manuscripts);
    await addTopics(tx, now, manuscripts);
  },
  /** Prepares the demo books through the regular workflow; continues after an interruption. */
  async books(context: AppContext): Promise<void> {
    await addManuscriptVersions(context);
    await addContestFiles(context);
    await addDemoBooks(context);
  },
};

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
