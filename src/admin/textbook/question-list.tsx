import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { question, questionBank, retireQuestions } from '../../../contract/textbook/question.ts';
import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { ReferenceSelect } from '../crud/field/reference-select.tsx';
import { resource, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const QuestionEditing = loadable(async () => (await import('../../question-editor/question-editing.tsx')).QuestionEditing);
const ExportDrawer = loadable(async () => (await import('./export-drawer.tsx')).ExportDrawer);
const ImportDrawer = loadable(async () => (await import('./import-drawer.tsx')).ImportDrawer);

type Row = WireRow<typeof question>;

interface Opened {
  readonly bankId: number;
  readonly questionId: number | null;
  readonly tools: Tools;
}

/** The questions of one bank, or of all banks. */
export function QuestionList({ bankId }: { bankId: number | null }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [importing, setImporting] = useState<Tools | null>(null);
  const [exporting, setExporting] = useState(false);
  const questions = useMemo(
    () =>
      resource(question, {
        columns: ['code', 'stemText', 'kind', 'points', 'chapter', 'tags', 'difficulty', 'use', 'status', 'versionNo', 'bankName', 'updateTime'],
        search: ['stemText', 'kind', 'status', 'use', 'chapter'],
        empty: '题库还是空的',
        widths: { code: 110, stemText: 320, kind: 80, points: 80, chapter: 120, tags: 140, difficulty: 70, use: 100, status: 80, versionNo: 70 },
        cell: {
          stemText: (row, tools) => (
            <Button
              type="link"
              size="small"
              style={{ paddingInline: 0, whiteSpace: 'normal', height: 'auto', textAlign: 'start' }}
              onClick={() => setOpened({ bankId: row.bankId ?? 0, questionId: row.questionId, tools })}
            >
              {row.stemText || '（没有文字）'}
            </Button>
          ),
          points: (row) => row.points / 100,
          kind: (row) => <DictTag type="textbook_question_kind" value={row.kind} />,
          status: (row) => <DictTag type="textbook_question_status" value={row.status} />,
        },
        rowActions: (row, tools) => [
          {
            key: 'open',
            label: '编辑',
            permission: 'textbook:exercise:edit',
            run: () => setOpened({ bankId: row.bankId ?? 0, questionId: row.questionId, tools }),
          },
          ...(row.status === 'draft' ? [] : [retireAction(row, tools)]),
        ],
        toolbar: (tools) =>
          bankId === null ? null : (
            <>
              {tools.may('textbook:exercise:add') ? (
                <Button type="primary" onClick={() => setOpened({ bankId, questionId: null, tools })}>
                  新增题目
                </Button>
              ) : null}
              {tools.may('textbook:exercise:export') ? <Button onClick={() => setExporting(true)}>导出</Button> : null}
              <Button href={`/cms/main/teach/bank?paper=bank&id=${bankId}`} target="_blank">
                打印试卷
              </Button>
              {tools.may('textbook:exercise:import') ? <Button onClick={() => setImporting(tools)}>导入</Button> : null}
            </>
          ),
        lost: () => '只能删除草稿，删除后不能恢复；用过的题目请停用。',
        control: { bankId: (props) => <ReferenceSelect {...props} crud={questionBank} /> },
      }),
    [bankId],
  );
  return (
    <>
      {bankId === null ? (
        <p className="soft" style={{ paddingInline: 16 }}>
          在“题库”里打开一个题库，可以新增和导入题目。
        </p>
      ) : (
        <BankName bankId={bankId} />
      )}
      <ResourcePage key={bankId ?? 0} resource={questions} part="question" {...(bankId === null ? {} : { fixed: { bankId } })} />
      {opened ? <EditDrawer {...opened} onClose={() => setOpened(null)} /> : null}
      {exporting && bankId !== null ? <ExportDrawer source={{ bankId }} onClose={() => setExporting(false)} /> : null}
      {importing && bankId !== null ? <ImportDrawer bankId={bankId} tools={importing} onClose={() => setImporting(null)} /> : null}
    </>
  );
}

const retireAction = (row: Row, tools: Tools) => {
  const retired = row.status !== 'retired';
  return {
    key: 'retire',
    label: retired ? '停用' : '恢复',
    permission: 'textbook:exercise:edit',
    danger: retired,
    run: () =>
      tools.ask(
        {
          title: retired ? '停用这道题？' : '恢复这道题？',
          content: retired ? '已布置的作业和已发布的练习不变，以后选题时不再出现。' : '选题时重新出现。',
          verb: retired ? '停用' : '恢复',
          danger: retired,
        },
        () => call(retireQuestions, { params: { ids: String(row.questionId) }, body: { retired } }),
        retired ? '已停用' : '已恢复',
      ),
  };
};

const bankQuery = (bankId: number) => queryOf(questionBank.get, { params: { id: bankId } });

function BankName({ bankId }: { bankId: number }) {
  const { data } = useQuery(bankQuery(bankId));
  return (
    <h2 style={{ margin: 0, paddingInline: 16, fontSize: 16 }}>
      {data ? `${data.name}${data.publishTitle ? ` · ${data.publishTitle}` : ''}` : '题库'}
    </h2>
  );
}

function EditDrawer({ bankId, questionId, tools, onClose }: Opened & { onClose: () => void }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const { data } = useQuery(bankQuery(bankId));
  return (
    <Drawer open size="100%" title={questionId === null ? '新增题目' : '编辑题目'} onClose={onClose}>
      <QuestionEditing
        bankId={bankId}
        questionId={questionId}
        language={(data?.answerLanguage ?? 'zh') as AnswerLanguage}
        done={(saved) => {
          void message.success(saved);
          void tools.refresh();
          onClose();
        }}
      />
    </Drawer>
  );
}
