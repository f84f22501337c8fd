import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import type { PublicContest } from '../../../contract/contest/contest.ts';
import { CONTEST } from '../../../contract/contest/contest-limits.ts';
import { addEntry, editEntry, myEntries, submitEntry, type EntryDraft, type OwnEntry } from '../../../contract/contest/contest-submit.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { EntryFields, fieldsError } from './entry-fields.tsx';
import { EntryFiles } from './entry-files.tsx';
import { refreshEntries } from './entry-queries.ts';

type Step = '作品' | '资料' | '团队' | '文件' | '承诺';

/** The values of custom fields are left out until there are any, so that drafts on this device stay valid when a contest has none. */
type Draft = Omit<EntryDraft, 'ext'> & { readonly ext?: EntryDraft['ext'] };

const EMPTY: Draft = { group: '', title: '', intro: '', team: [], instructor: '', avoid: '', promise: false };

interface Props {
  readonly contest: PublicContest;
  /** 0 for a new entry. */
  readonly submitId: number;
  readonly close: () => void;
}

/** The form to enter a contest, in steps. What is typed stays on this device until it is sent, also without a network. */
export function EntrySheet({ contest, submitId, close }: Props) {
  const { contestId } = contest;
  const own = useQuery({ ...queryOf(myEntries, { query: { contestId, pageNum: 1, pageSize: 50 } }), staleTime: 0 });
  const found = own.data?.rows.find((row) => (submitId > 0 ? row.submitId === submitId : row.status === 'draft')) ?? null;
  // The entry with which the form was opened: saving it must not start the form again.
  const [opened, setOpened] = useState<{ entry: OwnEntry | null } | null>(null);
  if (!opened && !own.isPending && !own.isFetching) setOpened({ entry: found });
  if (own.isError && !own.data && submitId > 0)
    return (
      <Sheet title="我的参赛作品" close={close}>
        <Failed error={own.error} retry={() => void own.refetch()} />
      </Sheet>
    );
  if (!opened)
    return (
      <Sheet title="我要参赛" close={close}>
        <Skeleton height={280} />
      </Sheet>
    );
  return <Form contest={contest} entry={opened.entry} close={close} />;
}

function Form({ contest, entry, close }: { contest: PublicContest; entry: OwnEntry | null; close: () => void }) {
  const steps: readonly Step[] = ['作品', ...(contest.fields.length > 0 ? (['资料'] as const) : []), '团队', '文件', '承诺'];
  const [at, setAt] = useState(0);
  const step = steps[at] ?? '作品';
  const [sent, setSent] = useState<OwnEntry | null>(entry);
  const { online } = useSnapshot(network);
  const [first] = useState<Draft>(() => (entry ? draftOf(entry) : { ...EMPTY, group: contest.groups.length === 1 ? (contest.groups[0] ?? '') : '' }));
  const form = useStoredForm<Draft>(`contest entry ${contest.contestId} ${entry?.submitId ?? 0}`, first);
  const { values, change } = form;
  const save = useMutation({
    mutationFn: async (): Promise<OwnEntry> =>
      sent
        ? call(editEntry, { body: { ...values, submitId: sent.submitId, version: sent.version } })
        : call(addEntry, { body: { ...values, contestId: contest.contestId } }),
    onSuccess: (made) => {
      setSent(made);
      void refreshEntries();
    },
  });
  const finish = useMutation({
    mutationFn: async () => {
      const saved = await save.mutateAsync();
      return saved.can.includes('submit') ? call(submitEntry, { params: { submitId: saved.submitId } }) : saved;
    },
    onSuccess: (made) => {
      form.saved();
      void refreshEntries();
      void toast(`已提交，作品编号 ${made.submitNo}`);
      close();
    },
  });
  const error = finish.error ?? save.error;
  const wrong =
    step === '作品'
      ? values.group === ''
        ? '请选择组别'
        : values.title.trim() === ''
          ? '请填写作品名'
          : ''
      : step === '资料'
        ? fieldsError(contest.fields, values.ext ?? {})
        : '';
  const next = async () => {
    if (step === '团队' && online) {
      // The entry must exist on the server before files can be sent to it.
      const made = await save.mutateAsync().catch(() => null);
      if (!made) return;
    }
    setAt(at + 1);
  };
  const busy = save.isPending || finish.isPending;
  return (
    <Sheet
      title={entry ? '修改参赛作品' : '我要参赛'}
      close={close}
      foot={
        <div className="entry-foot">
          {at > 0 ? (
            <button type="button" className="button button-line button-tall" disabled={busy} onClick={() => setAt(at - 1)}>
              上一步
            </button>
          ) : null}
          {at < steps.length - 1 ? (
            <button type="button" className="button button-fill button-tall" disabled={busy || wrong !== ''} onClick={() => void next()}>
              {save.isPending ? '正在保存…' : '下一步'}
            </button>
          ) : (
            <button
              type="button"
              className="button button-fill button-tall"
              disabled={busy || !online || !values.promise || !sent}
              onClick={() => finish.mutate()}
            >
              {finish.isPending ? '正在提交…' : sent?.status === 'submitted' ? '保存修改' : '提交作品'}
            </button>
          )}
        </div>
      }
    >
      <ol className="entry-steps" aria-label="步骤">
        {steps.map((name, index) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            {index + 1} {name}
          </li>
        ))}
      </ol>
      {online ? null : <p className="contest-notice">现在没有网络。填写的内容保存在本机，联网后再上传文件、提交。</p>}
      {error ? (
        <p className="contest-wrong" role="alert">
          {error.message}
        </p>
      ) : null}
      <div className="contest-form">
        {step === '作品' ? <Work contest={contest} values={values} change={change} /> : null}
        {step === '资料' ? <EntryFields fields={contest.fields} values={values.ext ?? {}} change={(ext) => change({ ext })} /> : null}
        {step === '团队' ? <Team contest={contest} values={values} change={change} /> : null}
        {step === '文件' ? (
          sent ? (
            <EntryFiles contest={contest} entry={sent} onChange={setSent} />
          ) : (
            <p className="soft">联网保存作品以后就可以上传文件。</p>
          )
        ) : null}
        {step === '承诺' ? <Pledge values={values} change={change} files={sent?.files.length ?? 0} /> : null}
      </div>
    </Sheet>
  );
}

const draftOf = ({ group, title, intro, team, instructor, avoid, promise, ext }: OwnEntry): Draft => ({
  group,
  title,
  intro,
  team,
  instructor,
  avoid,
  promise,
  ...(Object.keys(ext).length > 0 ? { ext } : {}),
});

interface PartProps {
  readonly values: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

function Work({ contest, values, change }: PartProps & { contest: PublicContest }) {
  return (
    <>
      <fieldset>
        <legend>组别</legend>
        {contest.groups.map((group) => (
          <label key={group} className="chip">
            <input className="unseen" type="radio" name="group" checked={values.group === group} onChange={() => change({ group })} />
            <span>{group}</span>
          </label>
        ))}
      </fieldset>
      <label>
        作品名
        <input value={values.title} maxLength={CONTEST.title} onChange={(event) => change({ title: event.target.value })} />
      </label>
      <label>
        作品介绍
        <textarea rows={5} maxLength={CONTEST.intro} value={values.intro} onChange={(event) => change({ intro: event.target.value })} />
      </label>
      <p className="meta">评审是匿名的：作品名、介绍和文件里请不要写姓名、学校和指导老师。</p>
    </>
  );
}

function Team({ contest, values, change }: PartProps & { contest: PublicContest }) {
  const set = (at: number, part: Partial<EntryDraft['team'][number]>) =>
    change({ team: values.team.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <>
      {contest.allowTeam ? (
        <>
          {values.team.map((one, at) => (
            <div key={at} className="entry-member">
              <label>
                队员姓名
                <input value={one.name} maxLength={30} onChange={(event) => set(at, { name: event.target.value })} />
              </label>
              <label>
                手机（只用于回避检查）
                <input value={one.phone} inputMode="tel" maxLength={20} onChange={(event) => set(at, { phone: event.target.value })} />
              </label>
              <button
                type="button"
                className="button button-line"
                onClick={() => change({ team: values.team.filter((_one, index) => index !== at) })}
              >
                去掉{one.name || '这位队员'}
              </button>
            </div>
          ))}
          {values.team.length + 1 < contest.teamMax ? (
            <button
              type="button"
              className="button button-wash"
              onClick={() => change({ team: [...values.team, { name: '', phone: '', part: '' }] })}
            >
              加一位队员
            </button>
          ) : null}
          <p className="meta">连您在内最多 {contest.teamMax} 人。</p>
        </>
      ) : (
        <p className="soft">本届只接受个人参赛。</p>
      )}
      <label>
        指导老师（可不填）
        <input value={values.instructor} maxLength={30} onChange={(event) => change({ instructor: event.target.value })} />
      </label>
      <label>
        请求回避的人（可不填）
        <input value={values.avoid} maxLength={200} onChange={(event) => change({ avoid: event.target.value })} />
      </label>
    </>
  );
}

const Pledge = ({ values, change, files }: PartProps & { files: number }) => (
  <>
    <p>
      《{values.title}》 · {values.group}
    </p>
    <p className="meta">
      {files} 个文件{values.team.length > 0 ? ` · ${values.team.length + 1} 人团队` : ' · 个人'}
    </p>
    {files === 0 ? <p className="contest-wrong">还没有上传文件，请回到上一步。</p> : null}
    <label className="entry-promise">
      <input type="checkbox" checked={values.promise} onChange={(event) => change({ promise: event.target.checked })} />
      <span>我承诺作品为原创，没有侵犯他人权利，没有在别处获奖；同意主办方为评审和公示使用作品。</span>
    </label>
  </>
);
