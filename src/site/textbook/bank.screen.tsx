import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { QUESTION_KINDS, QUESTION_USES } from '../../../contract/textbook/question-kind.ts';
import { BANK_SHARES, QUESTION_STATUS, type BankShare } from '../../../contract/textbook/question-limits.ts';
import { addBank, bankList, editBank, questionList, retireQuestions, type BankRow, type QuestionRow } from '../../../contract/textbook/question.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { Field } from '../identity/field.tsx';
import './bank.css';

const QuestionEditing = loadable(async () => (await import('../../question-editor/question-editing.tsx')).QuestionEditing);
const QuestionImport = loadable(async () => (await import('../../question-editor/question-import.tsx')).QuestionImport);

const QuestionExport = loadable(async () => (await import('../../question-editor/question-export.tsx')).QuestionExport);
const PaperPage = loadable(async () => (await import('./paper-page.tsx')).PaperPage);

const BACK = '/cms/main/IntelligentDigitalTeachingPlatform';
const banksQuery = queryOf(bankList, { query: { owner: 'teacher', pageSize: 100 } });

/** T8, and what is printed of questions: `?paper=` is a paper, which staff prints too. */
export function BankScreen() {
  const [params] = useSearchParams();
  return params.get('paper') ? <PaperPage /> : <TeacherBanks />;
}

/** The own banks of a teacher: `?bank=` opens one, `&question=` one of its questions (`new` for another), `&import=1` the import. */
function TeacherBanks() {
  const { now } = useSnapshot(session);
  const teaches = now.state === 'authenticated' && hasPermission(now.permissions, 'teaching:course:teach');
  const [params, setParams] = useSearchParams();
  const banks = useQuery({ ...banksQuery, enabled: teaches });
  const client = useQueryClient();
  const bank = banks.data?.rows.find(({ bankId }) => bankId === Number(params.get('bank')));
  const asked = params.get('question');
  const open = (next: Record<string, string>, replace = false): void => setParams(next, { replace });
  const home = (saved: string): void => {
    void toast(saved);
    void client.invalidateQueries(allOf(questionList));
    void client.invalidateQueries(allOf(bankList));
    if (bank) open({ bank: String(bank.bankId) }, true);
  };
  const title = !bank ? '我的题库' : asked ? (asked === 'new' ? '新增题目' : '编辑题目') : params.get('import') ? '导入题目' : bank.name;
  return (
    <div className="bank measure">
      <NavBar title={title} otherwise={BACK} />
      {!teaches && now.state === 'authenticated' ? (
        <Empty title="还不是教师" reason="申请成为教师并通过审核后，可以建自己的题库。" to="/personalCenter/default" action="回到我的" />
      ) : banks.error && !banks.data ? (
        <Failed error={banks.error} retry={() => void banks.refetch()} to={BACK} action="回到教学平台" />
      ) : !banks.data ? (
        <div aria-busy="true">
          <Skeleton height={72} />
          <Skeleton height={72} top={12} />
        </div>
      ) : !bank ? (
        <Banks rows={banks.data.rows} open={(bankId) => open({ bank: String(bankId) })} />
      ) : asked ? (
        <QuestionEditing bankId={bank.bankId} questionId={asked === 'new' ? null : Number(asked) || null} language="zh" done={home} />
      ) : params.get('import') ? (
        <QuestionImport bankId={bank.bankId} done={home} />
      ) : (
        <Questions
          bank={bank}
          open={(id) => open({ bank: String(bank.bankId), question: id })}
          importing={() => open({ bank: String(bank.bankId), import: '1' })}
        />
      )}
    </div>
  );
}

function Banks({ rows, open }: { rows: readonly BankRow[]; open: (bankId: number) => void }) {
  const [naming, setNaming] = useState<BankRow | 'new' | null>(null);
  return (
    <>
      {rows.length === 0 ? (
        <Empty title="题库还是空的" reason="建一个题库，放自己出的题，布置作业时从里面选。">
          <button type="button" className="button button-fill button-tall" onClick={() => setNaming('new')}>
            新建题库
          </button>
        </Empty>
      ) : (
        <>
          <ul className="bank-list">
            {rows.map((row) => (
              <li key={row.bankId} className="bank-row">
                <button type="button" className="bank-open" onClick={() => open(row.bankId)}>
                  <strong>{row.name}</strong>
                  <span className="meta">
                    {row.questionNum}题 · {BANK_SHARES[row.sharedWith]}
                  </span>
                </button>
                <button type="button" className="button button-wash" onClick={() => setNaming(row)}>
                  设置
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="button button-fill button-tall" onClick={() => setNaming('new')}>
            新建题库
          </button>
        </>
      )}
      {naming ? <BankSheet bank={naming === 'new' ? null : naming} close={() => setNaming(null)} /> : null}
    </>
  );
}

function BankSheet({ bank, close }: { bank: BankRow | null; close: () => void }) {
  const [name, setName] = useState(bank?.name ?? '');
  const [sharedWith, setSharedWith] = useState<BankShare>(bank?.sharedWith ?? 'self');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const draft = { name: name.trim(), publishId: null, sharedWith };
      await (bank ? call(editBank, { body: { ...draft, bankId: bank.bankId, version: bank.version } }) : call(addBank, { body: draft }));
    },
    onSuccess: async () => {
      void toast('已保存');
      await client.invalidateQueries(allOf(bankList));
      close();
    },
  });
  return (
    <Sheet
      title={bank ? '题库设置' : '新建题库'}
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall"
          disabled={save.isPending || name.trim() === ''}
          onClick={() => save.mutate()}
        >
          保存
        </button>
      }
    >
      <Field name="bankName" label="名称" value={name} change={setName} maxLength={60} />
      <label className="bank-share">
        共享
        <select value={sharedWith} onChange={(event) => setSharedWith(event.target.value as BankShare)}>
          {(Object.keys(BANK_SHARES) as BankShare[]).map((key) => (
            <option key={key} value={key}>
              {BANK_SHARES[key]}
            </option>
          ))}
        </select>
      </label>
      <div role="alert">{save.error?.message}</div>
    </Sheet>
  );
}

const PAGE = 20;

function Questions({ bank, open, importing }: { bank: BankRow; open: (questionId: string) => void; importing: () => void }) {
  const [filter, setFilter] = useState({ kind: '', status: '', stemText: '' });
  const [pageNum, setPageNum] = useState(1);
  const list = useQuery({
    ...queryOf(questionList, { query: { bankId: String(bank.bankId), ...filter, pageNum, pageSize: PAGE } }),
    placeholderData: (before) => before,
  });
  const client = useQueryClient();
  const choose = (next: Partial<typeof filter>): void => {
    setFilter({ ...filter, ...next });
    setPageNum(1);
  };
  const retire = async (row: QuestionRow): Promise<void> => {
    const retired = row.status !== 'retired';
    if (retired && !(await confirm('停用这道题？', '已布置的作业不变，以后选题时不再出现。', '停用'))) return;
    try {
      await call(retireQuestions, { params: { ids: String(row.questionId) }, body: { retired } });
      void toast(retired ? '已停用' : '已恢复');
      await client.invalidateQueries(allOf(questionList));
    } catch (error) {
      void toastError(error);
    }
  };
  const [exporting, setExporting] = useState(false);
  const rows = list.data?.rows ?? [];
  const total = list.data?.total ?? 0;
  const filtered = filter.kind !== '' || filter.status !== '' || filter.stemText !== '';
  return (
    <>
      <div className="bank-tools">
        <button type="button" className="button button-fill" onClick={() => open('new')}>
          新增题目
        </button>
        <button type="button" className="button button-wash" onClick={importing}>
          导入
        </button>
        <button type="button" className="button button-wash" onClick={() => setExporting(true)}>
          导出
        </button>
        <Link className="button button-wash" to={`?paper=bank&id=${bank.bankId}${filter.kind === '' ? '' : `&kind=${filter.kind}`}`}>
          打印试卷
        </Link>
      </div>
      {exporting ? (
        <Sheet title="导出题目" close={() => setExporting(false)}>
          <QuestionExport
            source={{ bankId: bank.bankId }}
            done={(saved) => {
              void toast(saved);
              setExporting(false);
            }}
          />
        </Sheet>
      ) : null}
      <div className="bank-tools">
        <Filter label="题型" of={QUESTION_KINDS} value={filter.kind} change={(kind) => choose({ kind })} />
        <Filter label="状态" of={QUESTION_STATUS} value={filter.status} change={(status) => choose({ status })} />
        <input
          type="search"
          aria-label="搜题干"
          placeholder="搜题干"
          value={filter.stemText}
          onChange={(event) => choose({ stemText: event.target.value })}
        />
      </div>
      {list.error && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} to={BACK} action="回到教学平台" />
      ) : !list.data ? (
        <Skeleton height={72} />
      ) : rows.length === 0 ? (
        <Empty title={filtered ? '没有符合的题目' : '题库还是空的'} reason={filtered ? '换个条件再找。' : '新增一道题，或下载模板填好后导入。'}>
          {filtered ? null : (
            <button type="button" className="button button-fill button-tall" onClick={importing}>
              下载模板，导入
            </button>
          )}
        </Empty>
      ) : (
        <ul className="bank-list" aria-busy={list.isFetching}>
          {rows.map((row) => (
            <li key={row.questionId} className="bank-row">
              <button type="button" className="bank-open" onClick={() => open(String(row.questionId))}>
                <span>{row.stemText || '（没有文字）'}</span>
                <span className="meta">
                  {row.code} · {QUESTION_KINDS[row.kind as keyof typeof QUESTION_KINDS]} · {row.points / 100}分 · {QUESTION_USES[row.use]} ·{' '}
                  {QUESTION_STATUS[row.status as keyof typeof QUESTION_STATUS]} · 第{row.versionNo}版
                </span>
              </button>
              {row.status === 'draft' ? null : (
                <button type="button" className="button button-wash" onClick={() => void retire(row)}>
                  {row.status === 'retired' ? '恢复' : '停用'}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {total > PAGE ? (
        <nav className="bank-tools" aria-label="分页">
          <button type="button" className="button button-wash" disabled={pageNum === 1} onClick={() => setPageNum(pageNum - 1)}>
            上一页
          </button>
          <span>
            {pageNum} / {Math.ceil(total / PAGE)}
          </span>
          <button type="button" className="button button-wash" disabled={pageNum * PAGE >= total} onClick={() => setPageNum(pageNum + 1)}>
            下一页
          </button>
        </nav>
      ) : null}
    </>
  );
}

function Filter({
  label,
  of,
  value,
  change,
}: {
  label: string;
  of: Readonly<Record<string, string>>;
  value: string;
  change: (value: string) => void;
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => change(event.target.value)}>
      <option value="">全部{label}</option>
      {Object.entries(of).map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}
