import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router-dom';
import {
  assignmentDraft,
  editAssignment,
  removeAssignment,
  type AssignmentDraft,
  type AssignmentItem,
} from '../../../../contract/teaching/assignment.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { assignmentMachine } from '../../../../contract/teaching/assignment.machine.ts';
import { questionsOfDraft, type PickedQuestion } from '../../../../contract/teaching/question-pick.ts';
import { ASSIGNMENT_MODES, SCORE_POLICIES, SHOW_TIMES, TEACHING } from '../../../../contract/teaching/teaching-limits.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query-client.ts';
import { confirm, toast, toastError } from '../../frame/dialogs.ts';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Failed } from '../../frame/state.tsx';
import { AssignmentSteps } from '../assignment-steps.tsx';
import { CopyAssignmentSheet } from './copy-assignment-sheet.tsx';
import { DraftItems } from './draft-items.tsx';
import type { DraftQuestion } from './draft-question.ts';
import { Wrong } from '../join-sheet.tsx';
import { QuestionPicker } from './question-picker.tsx';
import { rulesInWords } from './rules-in-words.ts';
import { StateTag } from '../state-tag.tsx';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';
import { boardPath, classPath, oneDraft, PLATFORM, refreshTeaching } from '../teaching-queries.ts';
import '../teaching.css';
import '../attempt.css';

type Draft = DataOf<typeof assignmentDraft>;

/** T5: questions, times and rules of an assignment. */
export function TeachAssignmentScreen() {
  const assignmentId = Number(useParams()['assignmentId']);
  const draft = useQuery(oneDraft(assignmentId));
  const questions = useQuery({ ...queryOf(questionsOfDraft, { params: { assignmentId } }), staleTime: 0 });
  const failed = draft.error ?? questions.error;
  return (
    <div className="teach measure">
      <NavBar title={draft.data?.title ?? '编辑作业'} otherwise={draft.data ? classPath(draft.data.classId) : PLATFORM} />
      {draft.data && questions.data ? (
        <Editor key={`${draft.data.version}`} draft={draft.data} questions={questions.data} />
      ) : failed ? (
        <Failed error={failed} retry={() => void Promise.all([draft.refetch(), questions.refetch()])} to={PLATFORM} action="回到教学平台" />
      ) : (
        <TeachingSkeleton />
      )}
    </div>
  );
}

const freshId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function Editor({ draft, questions }: { draft: Draft; questions: readonly DraftQuestion[] }) {
  const navigate = useNavigate();
  const [form, setForm] = useState<AssignmentDraft>(() => formOf(draft));
  const [known, setKnown] = useState(() => new Map(questions.map((one) => [one.versionId, one])));
  const [open, setOpen] = useState<'pick' | 'copy' | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<AssignmentDraft>) => setForm((before) => ({ ...before, ...part }));
  const fixed = draft.answered > 0;
  const save = async () => {
    await call(editAssignment, { body: { ...form, assignmentId: draft.assignmentId, version: draft.version } });
  };
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      await save();
      await refreshTeaching();
      void toast('已保存');
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error('保存失败，请稍后再试'));
    } finally {
      setBusy(false);
    }
  };
  const add = (picked: readonly PickedQuestion[]) => {
    setKnown((before) => new Map([...before, ...picked.map((one) => [one.versionId, one] as const)]));
    const items: AssignmentItem[] = picked.map(({ questionId, versionId, points }) => ({
      itemId: freshId(),
      points,
      take: 1,
      versions: [{ questionId, versionId }],
    }));
    change({ items: [...form.items, ...items].slice(0, TEACHING.items) });
  };
  const remove = async () => {
    if (!(await confirm(`删除《${draft.title}》`, '草稿删除后不能恢复。', '删除'))) return;
    await call(removeAssignment, { params: { assignmentId: draft.assignmentId } }).then(async () => {
      await refreshTeaching();
      void navigate(classPath(draft.classId), { replace: true });
    }, toastError);
  };
  return (
    <>
      <section className="teach-head">
        <p className="teach-row-head">
          <span className="meta">{draft.status === 'draft' ? '学生看不到草稿' : fixed ? `已有 ${draft.answered} 人作答，题目不能再改` : ''}</span>
          <StateTag machine={assignmentMachine} status={draft.status} />
        </p>
      </section>
      <form
        id="assignment-form"
        className="teach-form teach-edit"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label>
          作业名称
          <input value={form.title} required maxLength={TEACHING.title} onChange={(event) => change({ title: event.target.value })} />
        </label>
        <DraftItems items={form.items} known={known} fixed={fixed} change={(items) => change({ items })} />
        <div className="teach-acts">
          <button
            type="button"
            className="button button-wash"
            disabled={fixed || form.items.length >= TEACHING.items}
            onClick={() => setOpen('pick')}
          >
            选题
          </button>
        </div>
        <div className="teach-pair">
          <label>
            开始时间
            <input
              type="datetime-local"
              value={form.openAt.replace(' ', 'T')}
              required
              onChange={(event) => change({ openAt: event.target.value.replace('T', ' ') })}
            />
          </label>
          <label>
            截止时间
            <input
              type="datetime-local"
              value={form.dueAt.replace(' ', 'T')}
              required
              onChange={(event) => change({ dueAt: event.target.value.replace('T', ' ') })}
            />
          </label>
        </div>
        <Choice label="类型" names={ASSIGNMENT_MODES} value={form.mode} set={(mode) => change({ mode })} />
        <div className="teach-pair">
          <Whole label="限时（分钟，0 为不限）" value={form.limitMin} most={TEACHING.limitMin} set={(limitMin) => change({ limitMin })} />
          <Whole label="答题机会（0 为不限）" value={form.attempts} most={TEACHING.attempts} set={(attempts) => change({ attempts })} />
        </div>
        {form.attempts === 1 ? null : <Choice label="多次作答" names={SCORE_POLICIES} value={form.policy} set={(policy) => change({ policy })} />}
        <div className="teach-pair">
          <Whole label="可迟交天数" value={form.lateDays} most={TEACHING.lateDays} set={(lateDays) => change({ lateDays })} />
          <Whole label="每迟一天扣（满分的 %）" value={form.latePenaltyBp / 100} most={100} set={(value) => change({ latePenaltyBp: value * 100 })} />
        </div>
        <Choice label="公布得分" names={SHOW_TIMES} value={form.showScore} set={(showScore) => change({ showScore })} />
        <Choice label="公布答案" names={SHOW_TIMES} value={form.showKey} set={(showKey) => change({ showKey })} />
        <Tick words="还有人能交时不公布答案" on={form.holdUntilLast} set={(holdUntilLast) => change({ holdUntilLast })} />
        <Tick words="打乱题目顺序" on={form.shuffleItems} set={(shuffleItems) => change({ shuffleItems })} />
        <Tick words="打乱选项顺序" on={form.shuffleOptions} set={(shuffleOptions) => change({ shuffleOptions })} />
        <div className="teach-pair">
          <Whole label="在总评里的权重（0 为不计）" value={form.weight} most={100} set={(weight) => change({ weight })} />
          <Whole label="离线作答的宽限（小时）" value={form.graceHours} most={TEACHING.graceHours} set={(graceHours) => change({ graceHours })} />
        </div>
        <label>
          说明
          <textarea rows={3} value={form.intro} maxLength={TEACHING.intro} onChange={(event) => change({ intro: event.target.value })} />
        </label>
        <p className="teach-rules">{rulesInWords(form)}</p>
        <Wrong error={error} />
        <div className="teach-acts">
          <button type="submit" className="button button-fill button-tall" disabled={busy}>
            {busy ? '正在保存…' : '保存'}
          </button>
          <AssignmentSteps
            assignmentId={draft.assignmentId}
            title={form.title}
            can={draft.can}
            {...(draft.status === 'draft' ? { before: save } : {})}
          />
          <button type="button" className="button button-line" onClick={() => setOpen('copy')}>
            复制到另一个班
          </button>
          <Link className="button button-line" to={`/cms/main/teach/bank?paper=assignment&id=${draft.assignmentId}`}>
            打印试卷
          </Link>
          <Link className="button button-line" to={`/cms/main/teach/bank?paper=assignment&id=${draft.assignmentId}&key=1`}>
            打印答案
          </Link>
          {draft.status === 'draft' ? (
            <button type="button" className="button button-line" onClick={() => void remove()}>
              删除
            </button>
          ) : (
            <Link className="button button-line" to={boardPath(draft.assignmentId)}>
              学情板
            </Link>
          )}
        </div>
      </form>
      {open === 'pick' ? <QuestionPicker classId={draft.classId} taken={form.items} add={add} close={() => setOpen(null)} /> : null}
      {open === 'copy' ? <CopyAssignmentSheet assignmentId={draft.assignmentId} classId={draft.classId} close={() => setOpen(null)} /> : null}
    </>
  );
}

function formOf(draft: Draft): AssignmentDraft {
  const { assignmentId: _id, classId: _class, status: _status, version: _version, answered: _answered, can: _can, ...form } = draft;
  return form;
}

function Choice<K extends string>({
  label,
  names,
  value,
  set,
}: {
  label: string;
  names: Readonly<Record<K, string>>;
  value: K;
  set: (value: K) => void;
}) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {(Object.keys(names) as K[]).map((one) => (
        <label key={one} className="chip">
          <input type="radio" className="unseen" name={label} checked={value === one} onChange={() => set(one)} />
          <span>{names[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

const Whole = ({ label, value, most, set }: { label: string; value: number; most: number; set: (value: number) => void }) => (
  <label>
    {label}
    <input
      type="number"
      inputMode="numeric"
      min={0}
      max={most}
      value={value}
      required
      onChange={(event) => set(Math.round(Number(event.target.value)))}
    />
  </label>
);

const Tick = ({ words, on, set }: { words: string; on: '0' | '1'; set: (on: '0' | '1') => void }) => (
  <label className="teach-tick">
    <input type="checkbox" checked={on === '1'} onChange={(event) => set(event.target.checked ? '1' : '0')} />
    <span>{words}</span>
  </label>
);
