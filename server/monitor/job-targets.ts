import { MB } from '../../contract/limits.ts';
import type { JobTarget } from '../../contract/monitor/job.ts';
import { rebuildSearch } from '../catalog/search-rebuild.service.ts';
import type { AppContext } from '../context.ts';
import { forbidden } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { closeDueAccounts } from '../identity/closing.service.ts';
import { sweepSessions } from '../identity/session.service.ts';
import { purgeBrowse } from '../library/browse.service.ts';
import { removeTemporaryFiles } from '../system/file.service.ts';
import { sweepFiles } from './file-sweep.service.ts';
import { expireTopics } from '../topic/topic-expiry.service.ts';
import { purgeExpired } from '../system/recycle-item.service.ts';
import { buildDue } from '../wechat/rank.service.ts';
import { CHAINED_LOGS, purgeLog, trimByJob, verifyLog } from './log-table.service.ts';
import { readCall, type Literal } from './job-call.ts';

type Arg = JobTarget['args'][number];
type ValueOf<A> = A extends { kind: 'whole' } ? number : A extends { kind: 'yes' } ? boolean : string;
type ValuesOf<A extends readonly Arg[]> = { [I in keyof A]: ValueOf<A[I]> };

interface Target extends JobTarget {
  /** Permissions for what the target does; a user who creates, edits, runs or switches such a job needs all of them. */
  readonly needs: readonly string[];
  /** Returns what was done, for the log. */
  readonly run: (context: AppContext, values: readonly (string | number | boolean)[]) => Promise<string>;
}

/** Why a call is not an allowed target; the message is for the user. */
export class TargetProblem extends Error {}

const target = <const A extends readonly Arg[]>(
  name: string,
  label: string,
  help: string,
  args: A,
  needs: readonly string[],
  run: (context: AppContext, values: ValuesOf<A>) => Promise<string>,
): Target => ({ name, label, help, args: [...args], needs, run: run as unknown as Target['run'] });

const whole = <const N extends string>(name: N, label: string, min: number, max: number, initial: number) =>
  ({ name, label, kind: 'whole', min, max, initial }) as const;

const DAY = 86_400_000;
const HOUR = 3_600_000;
const YEARS = 3_650;

/** Everything a scheduled job may call. Other calls are rejected, whatever the row contains. */
const TARGETS: ReadonlyMap<string, Target> = new Map(
  [
    target(
      'recycle.purge',
      '清理回收站',
      '彻底删除在回收站里放了这么多天的内容，不能恢复',
      [whole('days', '保留天数', 1, YEARS, 30)],
      ['recycle:content:purge', 'recycle:publication:purge', 'recycle:user:purge'],
      async (context, [days]) => {
        let removed = 0;
        for (let part = await purgeExpired(context, days); part > 0; part = await purgeExpired(context, days)) removed += part;
        return `彻底删除${removed}项`;
      },
    ),
    target(
      'log.purge',
      '清理日志',
      '删除这么多天以前的操作日志、登录日志和调度日志；操作日志和登录日志不会早于参数设置里的保留天数删除',
      [whole('days', '保留天数', 30, YEARS, 180)],
      ['monitor:operlog:remove', 'monitor:logininfor:remove', 'monitor:job:remove'],
      async (context, [days]) => {
        let removed = await purgeLog(context.db, 'jobLog', Date.now() - days * DAY);
        for (const table of CHAINED_LOGS) removed += await trimByJob(context, table, days);
        return `删除${removed}条日志`;
      },
    ),
    target(
      'browse.purge',
      '清理浏览记录',
      '删除这么多天以前的浏览记录，不影响作品的浏览量',
      [whole('days', '保留天数', 1, 90, 90)],
      ['info:browse:list'],
      async (context, [days]) => `删除${await purgeBrowse(context, days)}条浏览记录`,
    ),
    target('account.close', '注销到期的账号', '删除申请注销满15天的账号的资料；又有了没办完的事的不注销，并通知本人', [], [], async (context) => {
      return `注销了${await closeDueAccounts(context)}个账号`;
    }),
    target('session.sweep', '清理过期登录', '删除已经过期的登录和缓存，不影响在线的人', [], [], async (context) => {
      const sessions = await sweepSessions(context);
      return `删除${sessions}个过期登录、${await context.cache.sweep()}项过期缓存`;
    }),
    target(
      'upload.sweep',
      '清理临时文件',
      '删除导出时生成、这么多小时没有取走的文件',
      [whole('hours', '保留小时', 1, 720, 1)],
      [],
      async (context, [hours]) => {
        return `删除${await removeTemporaryFiles(context, Date.now() - hours * HOUR)}个临时文件`;
      },
    ),
    target(
      'file.sweep',
      '清理不再需要的文件',
      '删除被新版本取代、或从回收站彻底删除这么多天的书籍和音视频的文件，以及没有记录的文件；读者留在旧版本里的位置不受影响',
      [whole('days', '保留天数', 1, YEARS, 30)],
      ['recycle:publication:purge'],
      async (context, [days]) => {
        const { editions, tracks, files, bytes } = await sweepFiles(context, days);
        return `清理了${editions}个版本、${tracks}段音视频，删除${files}个文件，腾出${Math.ceil(bytes / MB)}MB`;
      },
    ),
    target('search.rebuild', '重建检索', '按现在的书目和正文重建全文检索，期间检索照常可用', [], [], async (context) => {
      const { works, texts } = await rebuildSearch(context);
      return `重建了${works}种出版物、${texts}段正文的检索`;
    }),
    target('log.verify', '校验日志', '重新计算操作日志和登录日志的校验链，发现被改动或删除的记录时任务失败', [], [], async (context) => {
      const reports = await Promise.all(CHAINED_LOGS.map((table) => verifyLog(context, table)));
      const broken = reports.find((one) => one.broken)?.broken;
      if (broken) throw new Error(`日志链在第${broken.seq}条断开（编号${broken.id ?? '缺失'}）：${broken.why}`);
      return reports.map((one, index) => `${CHAINED_LOGS[index]}校验${one.checked}条，链尾${one.headSeq}:${one.headHash}`).join('；');
    }),
    target(
      'wechat.rank',
      '生成公众号榜单',
      '为上一个已经结束、数据已经截止的周、月、年生成待发布的榜单；已有榜单的不再生成',
      [],
      ['cms:wechat:build'],
      async (context) => {
        const built = await buildDue(context);
        return built.length > 0 ? `生成了${built.join('、')}` : '没有要生成的榜单';
      },
    ),
    target(
      'topic.expire',
      '选题到期失效',
      '通过论证这么多个月还没有签约、也没有进入三审的选题失效，稿件回到已投稿',
      [whole('months', '月数', 6, 60, 24)],
      ['press:topic:record'],
      async (context, [months]) => `${await expireTopics(context, months)}个选题失效`,
    ),
    target('database.tidy', '整理数据库', '更新数据库的统计信息，使查询保持快', [], [], async (context) => {
      await context.db.engine.tidy(context.db as never);
      return '统计信息已更新';
    }),
  ].map((one) => [one.name, one]),
);

export const targetList = (): JobTarget[] => [...TARGETS.values()].map(({ run: _run, needs: _needs, ...shown }) => shown);

/** Returns the permissions a call needs; none for a call that is not in the list, which cannot run anyway. */
const needsOf = (text: string): readonly string[] => TARGETS.get(readCall(text)?.name ?? '')?.needs ?? [];

/** Throws for a job that does something the current user may not do. */
export function rejectForeignTarget(currentUser: CurrentUser, ...targets: readonly string[]): void {
  const lacking = targets.flatMap(needsOf).find((permission) => !hasPermission(currentUser, permission));
  if (lacking) throw forbidden(`没有这个任务所用的权限（${lacking}），不能新增、修改、恢复或执行它`);
}

/** Returns the function for a call; throws `TargetProblem` unless the call is exactly one of the list. */
export function targetOf(text: string): (context: AppContext) => Promise<string> {
  const call = readCall(text);
  if (!call) throw new TargetProblem('调用目标不正确，应写成 名称(参数)，例如 recycle.purge(30)');
  const found = TARGETS.get(call.name);
  if (!found) throw new TargetProblem(`调用目标不在允许的列表中：${call.name.slice(0, 60)}`);
  if (call.args.length !== found.args.length) throw new TargetProblem(`${found.name}需要${found.args.length}个参数，现在是${call.args.length}个`);
  const values = found.args.map((arg, index) => valueOf(found, arg, call.args[index] as Literal));
  return (context) => found.run(context, values);
}

function valueOf({ name }: Target, { label, kind, min, max }: Arg, given: Literal): string | number | boolean {
  const words = { whole: '整数', text: '文字（写在单引号里）', yes: 'true或false' }[kind];
  if (given.kind !== kind) throw new TargetProblem(`${name}的“${label}”须是${words}`);
  if (typeof given.value === 'number' && (given.value < (min ?? -Infinity) || given.value > (max ?? Infinity)))
    throw new TargetProblem(`${name}的“${label}”须在${min}到${max}之间`);
  return given.value;
}
