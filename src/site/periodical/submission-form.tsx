import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import {
  ownSubmissionEvent,
  readMetadata,
  saveSubmission,
  submitSubmission,
  type JournalAuthor,
  type OwnSubmissionDetail,
} from '../../../contract/periodical/own-submission.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { AuthorRows } from './author-rows.tsx';
import { ExpertRows } from './expert-rows.tsx';
import { refreshSubmissions } from './periodical-queries.ts';
import { SubmissionFiles } from './submission-files.tsx';
import { useRemoveDraft } from './use-remove-draft.ts';

type Draft = OwnSubmissionDetail['draft'];

const STEPS = ['稿件信息', '作者与声明', '文件与审稿人'] as const;
const ACCEPT = SUBMISSION.fileTypes.map((type) => `.${type}`).join();

const wordsOf = (text: string): string[] =>
  text
    .split(/[;；,，、]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** A draft in three steps. What is typed is kept on this device until it is saved, and saved at every step. */
export function SubmissionForm({ one }: { one: OwnSubmissionDetail }) {
  const [step, setStep] = useState(0);
  const [wrong, setWrong] = useState('');
  const { values, change, saved } = useStoredForm<Draft>(`journal submission ${one.submissionId}`, one.draft);
  const remove = useRemoveDraft(one.submissionId);
  const save = async () => {
    const body = { ...values, submissionId: one.submissionId, journalId: one.journalId, version: one.version };
    await call(saveSubmission, { body });
    saved();
    await refreshSubmissions();
  };
  const go = useMutation({
    mutationFn: async (to: number) => {
      await save();
      setStep(to);
      window.scrollTo({ top: 0 });
    },
    onMutate: () => setWrong(''),
    onError: (error) => setWrong(error.message),
  });
  const send = useMutation({
    mutationFn: async () => {
      await save();
      if (one.status === 'draft') await call(submitSubmission, { params: { id: one.submissionId } });
      else await call(ownSubmissionEvent, { params: { event: 'resubmit', submissionId: one.submissionId } });
    },
    onMutate: () => setWrong(''),
    onSuccess: async () => {
      void toast(one.status === 'draft' ? '已投稿' : '已再次提交');
      await refreshSubmissions();
    },
    onError: (error) => setWrong(error.message),
  });
  const busy = go.isPending || send.isPending;
  return (
    <form
      className="periodical-part periodical-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (step < STEPS.length - 1) go.mutate(step + 1);
        else send.mutate();
      }}
    >
      <p className="meta">投给《{one.journalName}》</p>
      <ol className="submission-steps">
        {STEPS.map((name, index) => (
          <li key={name}>
            <button type="button" aria-current={step === index ? 'step' : undefined} disabled={busy} onClick={() => go.mutate(index)}>
              {index + 1} {name}
            </button>
          </li>
        ))}
      </ol>
      {step === 0 ? <Metadata values={values} change={change} columns={one.columns} /> : null}
      {step === 1 ? <People values={values} change={change} /> : null}
      {step === 2 ? (
        <>
          <fieldset>
            <legend>稿件（docx 或 pdf，50MB以内）</legend>
            <SubmissionFiles submissionId={one.submissionId} fileRole="manuscript" label="稿件" accept={ACCEPT} files={one.files} />
          </fieldset>
          <ExpertRows legend="推荐审稿人（可不填）" rows={values.suggested} change={(suggested) => change({ suggested })} />
          <ExpertRows legend="请求回避（可不填）" rows={values.excluded} change={(excluded) => change({ excluded })} />
          <label>
            给编辑的话（审稿人看不到）
            <textarea
              rows={3}
              maxLength={SUBMISSION.note}
              value={values.coverLetter}
              onChange={({ target }) => change({ coverLetter: target.value })}
            />
          </label>
          {one.lacking.length > 0 ? (
            <div className="submission-lacking">
              <b>投稿前还需要</b>
              <ul>
                {one.lacking.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
          ) : (
            <p className="meta">投稿后{SUBMISSION.answerDays}天内告诉您初审结果。</p>
          )}
        </>
      ) : null}
      {wrong ? (
        <p className="periodical-wrong" role="alert">
          {wrong}
        </p>
      ) : null}
      <div className="periodical-acts">
        <button type="submit" className="button button-fill button-tall" disabled={busy}>
          {busy ? '正在保存…' : step < STEPS.length - 1 ? '保存，下一步' : one.status === 'draft' ? '投稿' : '再次提交'}
        </button>
        <button type="button" className="button button-line button-tall" disabled={busy} onClick={() => go.mutate(step)}>
          保存
        </button>
        {one.status === 'draft' ? (
          <button type="button" className="button button-line button-tall" onClick={() => void remove()}>
            删除草稿
          </button>
        ) : null}
      </div>
    </form>
  );
}

interface PartProps {
  readonly values: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

function Metadata({ values, change, columns }: PartProps & { columns: readonly string[] }) {
  const [reading, setReading] = useState(false);
  const length = [...values.abstract].length;
  const read = async (file: File) => {
    setReading(true);
    try {
      const body = new FormData();
      body.append('file', file);
      const found: DataOf<typeof readMetadata> = await call(readMetadata, { body });
      const { wordCount: _wordCount, ...fields } = found;
      // Only what was found replaces what is there.
      change(Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0)));
      void toast('已读取，请核对');
    } catch (error) {
      void toastError(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <fieldset>
      <legend className="unseen">稿件信息</legend>
      <label className="button button-line submission-read">
        {reading ? '正在读取…' : '从稿件（docx）读取题名、摘要和关键词'}
        <input
          type="file"
          className="unseen"
          accept=".docx"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            target.value = '';
          }}
        />
      </label>
      <label>
        题名
        <input maxLength={SUBMISSION.title} value={values.title} onChange={({ target }) => change({ title: target.value })} />
      </label>
      <label>
        英文题名
        <input maxLength={300} lang="en" value={values.titleEn} onChange={({ target }) => change({ titleEn: target.value })} />
      </label>
      <label>
        栏目
        <select value={values.columnName} onChange={({ target }) => change({ columnName: target.value })}>
          <option value="">请选择</option>
          {columns.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        摘要（{SUBMISSION.abstract.min}至{SUBMISSION.abstract.max}字，现在{length}字）
        <textarea rows={7} maxLength={2000} value={values.abstract} onChange={({ target }) => change({ abstract: target.value })} />
      </label>
      <label>
        英文摘要
        <textarea rows={5} maxLength={4000} lang="en" value={values.abstractEn} onChange={({ target }) => change({ abstractEn: target.value })} />
      </label>
      <Words
        label={`关键词（${SUBMISSION.keywords.min}至${SUBMISSION.keywords.max}个，用分号隔开）`}
        words={values.keywords}
        change={(keywords) => change({ keywords })}
      />
      <Words label="英文关键词" words={values.keywordsEn} change={(keywordsEn) => change({ keywordsEn })} />
      <label>
        中图分类号
        <input maxLength={20} value={values.clcCode} onChange={({ target }) => change({ clcCode: target.value })} />
      </label>
      <label>
        基金项目
        <input maxLength={200} value={values.fund} onChange={({ target }) => change({ fund: target.value })} />
      </label>
    </fieldset>
  );
}

/** The text is kept as it is typed; only the list of words changes the draft. */
function Words({ label, words, change }: { label: string; words: readonly string[]; change: (words: string[]) => void }) {
  const [text, setText] = useState<string | null>(null);
  return (
    <label>
      {label}
      <input
        value={text ?? words.join('；')}
        maxLength={400}
        onChange={({ target }) => {
          setText(target.value);
          change(wordsOf(target.value));
        }}
        onBlur={() => setText(null)}
      />
    </label>
  );
}

function People({ values, change }: PartProps) {
  return (
    <>
      <AuthorRows rows={values.authors} change={(authors: JournalAuthor[]) => change({ authors })} />
      <fieldset>
        <legend>声明</legend>
        <label className="periodical-tick">
          <input type="checkbox" checked={!values.isMultipleSubmit} onChange={({ target }) => change({ isMultipleSubmit: !target.checked })} />
          <span>本稿没有同时投给其他期刊，也没有发表过。</span>
        </label>
        <label className="periodical-tick">
          <input type="checkbox" checked={values.declared} onChange={({ target }) => change({ declared: target.checked })} />
          <span>全体作者同意投稿和署名顺序，内容真实，引用都已注明。</span>
        </label>
        <label>
          利益冲突（没有可不填）
          <textarea rows={2} maxLength={500} value={values.conflictText} onChange={({ target }) => change({ conflictText: target.value })} />
        </label>
      </fieldset>
    </>
  );
}
