import { DAY_MS, MINUTE_MS } from '../../../contract/clock.ts';
import type { RuntimeRow, RuntimeSection, RuntimeState } from '../../../contract/monitor/runtime.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import { NEXT_MIGRATION } from '../../db/migrate.ts';
import type { Part, PartReport } from '../../outage/breaker.ts';
import { RELEASE } from '../../release.ts';
import { certificateDays } from './certificate.service.ts';
import { LATE_MS } from './late-backup.service.ts';
import { backupRuns, queues, scheduledJobs } from './runtime.queries.ts';
import { nextRelease, SILENT_MS } from '../../db/records/release-record.ts';
import { liveServers } from './server-beat.service.ts';

const MB = 1024 ** 2;
/** A queue whose oldest entry waits longer needs attention. */
const WAITS_MS = 30 * MINUTE_MS;
/** A certificate that ends earlier should have been renewed. */
const CARE_DAYS = 21;
const BAD_DAYS = 7;

const PARTS: Readonly<Record<Part['name'], { readonly label: string; readonly advice: string }>> = {
  database: { label: '数据库', advice: '请检查数据库服务器是否在运行、网络是否通；恢复后这里会自动变回正常' },
  files: { label: '文件存储', advice: '请检查对象存储或数据盘；阅读文字和后台列表不受影响，封面和文件暂时打不开' },
  cache: { label: '缓存', advice: '请检查 Redis；登录和限流暂时改用数据库，网站照常可用' },
  disk: { label: '磁盘', advice: '请清理或扩大数据盘，可先在回收站彻底删除、在定时任务里清理日志和旧文件' },
  mail: { label: '邮件服务器', advice: '请检查 SMTP_URL 里的服务器；等待的邮件恢复后自动发出' },
  document: { label: '文档服务器', advice: '请检查 ONLYOFFICE_URL 里的服务器；在线审稿暂时打不开，可先下载、上传文稿' },
  alipay: { label: '支付宝', advice: '请检查这台服务器能否访问支付宝的网关；其他付款方式照常，付款结果恢复后自动查询' },
  wechat: { label: '微信支付', advice: '请检查这台服务器能否访问微信支付的网关；其他付款方式照常，付款结果恢复后自动查询' },
};
const STATE_OF: Readonly<Record<PartReport['state'], RuntimeState>> = { up: 'good', low: 'care', down: 'bad' };

const row = (name: string, state: RuntimeState, text: string, time: number | null, advice = ''): RuntimeRow => ({
  name,
  state,
  text,
  time: wireTime(time),
  advice: state === 'good' ? '' : advice,
});

/** Returns the state of the installation as sections of rows; every row that is not good says what to do. */
export async function runtimeState(context: AppContext): Promise<RuntimeSection[]> {
  return [
    { title: '服务器', rows: await serverRows(context) },
    { title: '外部系统与磁盘', rows: await partRows(context) },
    { title: '备份', rows: await backupRows(context) },
    { title: '队列', rows: await queueRows(context) },
    { title: '定时任务', rows: await jobRows(context) },
    { title: '这台服务器的后台任务', rows: laneRows(context) },
    { title: '证书与版本', rows: await versionRows(context) },
  ];
}

async function serverRows(context: AppContext): Promise<RuntimeRow[]> {
  const now = Date.now();
  const roles = { web: '只答复请求', worker: '只做后台任务', all: '答复请求并做后台任务' };
  return (await liveServers(context)).map(({ name, role, release, startedAt, seenAt, state, own }) => {
    const what = `${roles[role as keyof typeof roles] ?? role}，版本 ${release}，启动于 ${wireTime(startedAt)}`;
    const silent = now - seenAt > SILENT_MS;
    const said = own ? `${name}（这台）` : name;
    if (silent) return row(said, 'care', `已没有应答：${what}`, seenAt, '如果不是您停止的，请查看那台服务器的日志并重新启动；一天后不再显示');
    return row(said, state.down.length > 0 ? 'care' : 'good', what, seenAt, `它连不上：${state.down.join('、')}，请看下面的外部系统`);
  });
}

const partRows = ({ parts }: AppContext): Promise<RuntimeRow[]> =>
  Promise.all(
    parts.map(async (part) => {
      const { state, since, reason } = await part.check();
      const { label, advice } = PARTS[part.name];
      return row(label, STATE_OF[state], reason || '正常', since, advice);
    }),
  );

async function backupRows({ db, settings }: AppContext): Promise<RuntimeRow[]> {
  const { good, last } = await backupRuns(db);
  const setUp = '请设置 BACKUP_TO（目录或 s3://桶/前缀），每天 4:30 会自动备份；也可以现在执行 npm run backup';
  if (!good) return [row('最近一次成功的备份', 'bad', last?.state === 'running' ? '第一次备份正在进行' : '还没有', null, setUp)];
  const took = ((good.endedAt ?? good.startedAt) - good.startedAt) / 1_000;
  const text = `${good.place}：${good.rowCount}行，${good.fileCount}个文件，${(good.bytes / MB).toFixed(1)}MB，用时${took.toFixed(1)}秒${good.encrypted === '1' ? '，已加密' : ''}`;
  const late = Date.now() - good.startedAt > LATE_MS;
  const rows = [row('最近一次成功的备份', late ? 'bad' : 'good', text, good.startedAt, settings.backupTo ? '请看定时任务“备份”的调度日志' : setUp)];
  if (last?.state === 'failed')
    rows.push(row('最近一次备份', 'bad', `失败：${last.reason}`, last.startedAt, '请按原因处理后，在定时任务里执行一次“备份”'));
  return rows;
}

async function queueRows({ db }: AppContext): Promise<RuntimeRow[]> {
  const now = Date.now();
  return (await queues(db)).map(({ name, waiting, oldest, failed }) => {
    const state = oldest !== null && now - oldest > WAITS_MS ? 'care' : 'good';
    const text = `${waiting}个等待${failed > 0 ? `，${failed}个失败` : ''}`;
    return row(name, state, text, oldest, '最早的已等了半个小时以上：请确认有一台服务器在做后台任务（ROLE 不是 web），并看上面的外部系统');
  });
}

async function jobRows({ db }: AppContext): Promise<RuntimeRow[]> {
  return (await scheduledJobs(db)).map(({ jobName, status, nextTime, lastStatus, endTime, exceptionInfo }) => {
    const next = status === '1' ? '已暂停' : `下次 ${wireTime(nextTime) || '待定'}`;
    if (lastStatus === '1')
      return row(jobName, 'bad', `上次失败：${(exceptionInfo ?? '').split('\n')[0] ?? ''}；${next}`, endTime, '请在定时任务的调度日志里看原因');
    return row(jobName, 'good', next, endTime);
  });
}

function laneRows({ jobs }: AppContext): RuntimeRow[] {
  const now = Date.now();
  return jobs.reports().map(({ title, running, lastRun, done, failures, lastFailure, reason }) => {
    const failing = lastFailure !== null && now - lastFailure < DAY_MS / 24;
    const text = `${running ? '进行中，' : ''}做了${done}件${failures > 0 ? `，失败${failures}次，最近：${reason}` : ''}`;
    return row(title, failing ? 'care' : 'good', text, lastRun, '一小时内失败过：会自动再试；一直失败时请查看服务器日志');
  });
}

async function versionRows({ settings, db }: AppContext): Promise<RuntimeRow[]> {
  const next = await nextRelease(db);
  const version =
    next === null
      ? row('程序版本', 'good', `${RELEASE}，数据库迁移到 ${NEXT_MIGRATION - 1}，没有等待执行的迁移`, null)
      : row('程序版本', 'care', `这台服务器是 ${RELEASE}，数据库已升级到 ${next}`, null, `请把这台服务器也换上 ${next}`);
  if (!settings.publicUrl.startsWith('https:'))
    return [
      row(
        '证书',
        settings.production ? 'care' : 'good',
        '网站地址不是 https',
        null,
        '正式使用请在前面放一个反向代理（nginx、Caddy）提供 https，并设置 PUBLIC_URL',
      ),
      version,
    ];
  const days = await certificateDays(settings.publicUrl, Date.now());
  if (days === null) return [row('证书', 'care', '读不到证书', null, '这台服务器连不上 PUBLIC_URL，请检查地址和解析'), version];
  const state = days < BAD_DAYS ? 'bad' : days < CARE_DAYS ? 'care' : 'good';
  return [row('证书', state, `还有${days}天到期`, null, '请更新证书，或检查自动续期'), version];
}
