import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { withFormulaSource } from '../../contract/textbook/formula-source.ts';
import { keyProblems } from '../../contract/textbook/key-problems.ts';
import { QUESTION_USES, type AnswerLanguage } from '../../contract/textbook/question-kind.ts';
import { getQuestion, questionVersions, saveQuestion, type QuestionRow, uploadQuestionFile } from '../../contract/textbook/question.ts';
import { QUESTION, QUESTION_STATUS } from '../../contract/textbook/question-limits.ts';
import type { SimplifiedTable } from '../../contract/textbook/answer/text-folding.ts';
import { call } from '../api/call.ts';
import { queryOf } from '../api/query-client.ts';
import { emptyQuestion, type EditorValue } from './editor-value.ts';
import { QuestionEditor } from './question-editor.tsx';
import { ChoiceField, TextField } from './rich-field.tsx';
import { VersionCompare } from './version-compare.tsx';

/** Loads the table of traditional characters, the one of the search in a book, with the first editor. */
const simplifiedQuery = {
  queryKey: ['simplified characters'],
  queryFn: async (): Promise<SimplifiedTable> => (await import('../book-search/simplified-characters.ts')).signs(),
  staleTime: Infinity,
};

async function storeFile(file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  return (await call(uploadQuestionFile, { body })).address;
}

interface Editing {
  readonly bankId: number;
  readonly language: AnswerLanguage;
  /** Null for a new question. */
  readonly questionId: number | null;
  readonly done: (saved: string) => void;
}

/** Loads a question and edits it; also shows its former versions. */
export function QuestionEditing({ questionId, ...rest }: Editing) {
  const table = useQuery(simplifiedQuery);
  const row = useQuery({ ...queryOf(getQuestion, { params: { id: questionId ?? 0 } }), enabled: questionId !== null, staleTime: 0 });
  const versions = useQuery({
    ...queryOf(questionVersions, { params: { questionId: questionId ?? 0 } }),
    enabled: questionId !== null,
    staleTime: 0,
  });
  const failure = table.error ?? row.error ?? versions.error;
  if (failure)
    return (
      <p role="alert">
        {failure.message}{' '}
        <button type="button" className="editor-button" onClick={() => void Promise.all([table.refetch(), row.refetch(), versions.refetch()])}>
          重试
        </button>
      </p>
    );
  if (!table.data || (questionId !== null && (!row.data || !versions.data || row.isFetching))) return <p>加载中…</p>;
  const latest = versions.data?.[0];
  return (
    <EditingForm
      {...rest}
      key={questionId ?? 0}
      row={row.data ?? null}
      first={latest ? { shown: latest.shown, key: latest.key, points: latest.points } : emptyQuestion('single', null, rest.language)}
      simplified={table.data}
      older={<VersionCompare versions={versions.data ?? []} />}
    />
  );
}

interface FormProps extends Omit<Editing, 'questionId'> {
  readonly row: QuestionRow | null;
  readonly first: EditorValue;
  readonly simplified: SimplifiedTable;
  readonly older: React.ReactNode;
}

const LEVELS = { one: '1 很易', two: '2 较易', three: '3 适中', four: '4 较难', five: '5 很难' } as const;
type Level = keyof typeof LEVELS;
const NAMES = Object.keys(LEVELS) as Level[];
const levelOf = (difficulty: number): Level => NAMES[difficulty - 1] ?? 'three';

function EditingForm({ bankId, language, row, first, simplified, older, done }: FormProps) {
  const [value, setValue] = useState(first);
  const [code, setCode] = useState(row?.code ?? '');
  const [chapter, setChapter] = useState(row?.chapter ?? '');
  const [tags, setTags] = useState(row?.tags.join(' ') ?? '');
  const [difficulty, setDifficulty] = useState<Level>(levelOf(row?.difficulty ?? 3));
  const [use, setUse] = useState(row?.use ?? 'both');
  const problems = keyProblems(value.shown, value.key, value.points);
  const started = row !== null && row.status !== 'draft';
  const save = useMutation({
    mutationFn: (ready: boolean) =>
      call(saveQuestion, {
        body: {
          bankId,
          code: code.trim(),
          chapter: chapter.trim(),
          tags: tags.split(/[\s、，,；;]+/).filter(Boolean),
          difficulty: NAMES.indexOf(difficulty) + 1,
          use,
          ready,
          ...withFormulaSource(value),
          questionId: row?.questionId ?? null,
          version: row?.version ?? null,
        },
      }),
    onSuccess: ({ status }) => done(status === 'draft' ? '已存为草稿' : '已保存，可以使用'),
  });
  return (
    <div className="editor-whole">
      {started ? <p className="question-note">这道题{QUESTION_STATUS.ready}；改了内容会成为新版本，已布置的作业和已发布的练习不变。</p> : null}
      <QuestionEditor value={value} change={setValue} language={language} simplified={simplified} problems={problems} storeFile={storeFile} />
      <div className="editor-line-up">
        <TextField label="编号" value={code} change={setCode} maxLength={QUESTION.code} placeholder="留空自动编号" />
        <TextField label="章节" value={chapter} change={setChapter} maxLength={QUESTION.chapter} />
        <TextField label="知识点（用空格分开）" value={tags} change={setTags} />
        <ChoiceField label="难度" of={LEVELS} value={difficulty} change={setDifficulty} />
        <ChoiceField label="用途" of={QUESTION_USES} value={use} change={setUse} />
      </div>
      <div role="alert" className="editor-fault">
        {save.error?.message}
      </div>
      <div className="editor-tools">
        <button
          type="button"
          className="editor-button editor-main"
          disabled={save.isPending || problems.length > 0}
          onClick={() => save.mutate(true)}
        >
          {started ? '保存' : '保存并设为可用'}
        </button>
        {started ? null : (
          <button type="button" className="editor-button" disabled={save.isPending} onClick={() => save.mutate(false)}>
            存为草稿
          </button>
        )}
      </div>
      {older}
    </div>
  );
}
