import { useQuery } from '@tanstack/react-query';
import { App, Input, Space, type TableColumnsType } from 'antd';
import { PERIOD_PATTERN, periodName } from '../../../contract/earnings/earning-limits.ts';
import { statementFile, statementList, type StatementRow } from '../../../contract/earnings/statement.ts';
import { groupedYuan } from '../../../contract/money.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { anyText, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { errorMessage } from '../ui/error-message.ts';

const FILTERS = { period: (text: string) => PERIOD_PATTERN.test(text), keyword: anyText };
const money = (fen: number) => <span className="money-cell">{groupedYuan(fen)}</span>;

/** Frozen statements of closed months, one for each payee and agreement. */
export function StatementList() {
  const may = useCan();
  const { message } = App.useApp();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const asked = { period: filter.period ?? '', keyword: filter.keyword ?? '' };
  const list = useQuery({ ...queryOf(statementList, { query: { ...page, ...asked } }), placeholderData: (before) => before });
  const save = async ({ statementId }: StatementRow, format: 'pdf' | 'xlsx') => {
    try {
      await receiveFile({ method: 'GET', path: statementFile.path.replace('{statementId}', String(statementId)) }, { format });
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const acts = (row: StatementRow) =>
    may('earnings:statement:export') ? (
      <Space size={12}>
        {(['pdf', 'xlsx'] as const).map((format) => (
          <button key={format} type="button" className="row-act" onClick={() => void save(row, format)}>
            {format === 'pdf' ? 'PDF' : '表格'}
          </button>
        ))}
      </Space>
    ) : null;
  const columns: TableColumnsType<StatementRow> = [
    { title: '编号', dataIndex: 'statementNo', width: 160, render: (text: string) => <span className="code">{text}</span> },
    { title: '账期', dataIndex: 'period', width: 110, render: (period: string) => periodName(period) },
    { title: '收款人', dataIndex: 'payee', width: 120, ellipsis: true },
    { title: '作品', dataIndex: 'title', width: 200, ellipsis: true },
    { title: '协议', dataIndex: 'protocolNo', width: 140 },
    { title: '应付', dataIndex: 'grossFen', width: 120, align: 'right', render: money },
    { title: '代扣税', dataIndex: 'taxFen', width: 110, align: 'right', render: money },
    { title: '实付', dataIndex: 'netFen', width: 120, align: 'right', render: money },
    { title: '操作', key: 'actions', width: 130, render: (_value, row) => acts(row) },
  ];
  return (
    <>
      <div className="admin-toolbar">
        <Input
          type="month"
          aria-label="账期"
          style={{ width: 160 }}
          value={asked.period}
          onChange={({ target }) => setFilter({ period: target.value })}
        />
        <Input.Search
          key={asked.keyword}
          defaultValue={asked.keyword}
          aria-label="按收款人或编号查找"
          placeholder="收款人或编号"
          allowClear
          style={{ width: 220 }}
          onSearch={(text) => setFilter({ keyword: text.trim() })}
        />
      </div>
      <TaskList
        list={list}
        rowKey="statementId"
        columns={columns}
        width={1210}
        empty="关账以后生成对账单"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.protocolNo ? `《${row.title}》` : row.title}</strong> {periodName(row.period)}
            <div className="soft">
              {row.payee} · {row.statementNo} · 实付{groupedYuan(row.netFen)}
            </div>
            {acts(row)}
          </>
        )}
      />
    </>
  );
}
