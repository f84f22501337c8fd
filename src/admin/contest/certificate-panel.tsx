import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, type TableColumnsType } from 'antd';
import { Link } from 'react-router-dom';
import { exportScores, exportWorks, type ContestBoard } from '../../../contract/contest/contest.ts';
import { certificateList, downloadCertificate, type CertificateRow } from '../../../contract/contest/contest-publicity.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList, WorkTitle } from '../manuscript/task-list.tsx';
import { errorMessage } from '../ui/error-message.ts';

/** Certificates of the winners, and the exports of works and scores. */
export function CertificatePanel({ board }: { board: ContestBoard }) {
  const { message } = App.useApp();
  const may = useCan();
  const { contestId } = board;
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE });
  const [busy, setBusy] = useState('');
  const list = useQuery({ ...queryOf(certificateList, { query: { contestId, ...page } }), placeholderData: (before) => before });
  const receive = async (name: string, endpoint: { method: string; path: string }, fields: Readonly<Record<string, unknown>> = {}) => {
    setBusy(name);
    try {
      await receiveFile(endpoint, fields);
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy('');
    }
  };
  const file = (row: CertificateRow, type: 'pdf' | 'docx') =>
    receive(
      `${row.certificateNo} ${type}`,
      { method: 'GET', path: downloadCertificate.path.replace('{certificateNo}', row.certificateNo) },
      { type },
    );
  const act = (row: CertificateRow) =>
    row.valid ? (
      <>
        <button type="button" className="row-act" onClick={() => void file(row, 'pdf')}>
          PDF
        </button>
        <button type="button" className="row-act" onClick={() => void file(row, 'docx')}>
          docx
        </button>
      </>
    ) : (
      <span className="late">已失效</span>
    );
  const columns: TableColumnsType<CertificateRow> = [
    {
      title: '证书编号',
      dataIndex: 'certificateNo',
      rowScope: 'row',
      width: 190,
      render: (no: string) => (
        <Link to={`/cms/main/certificate/${no}`} target="_blank">
          {no}
        </Link>
      ),
    },
    { title: '奖项', dataIndex: 'awardName', width: 110 },
    { title: '作品', dataIndex: 'title', width: 200, ellipsis: true },
    { title: '获奖者', dataIndex: 'authorsText', width: 160, ellipsis: true },
    { title: '颁发', dataIndex: 'issuedAt', width: 110 },
    { title: '操作', key: 'actions', width: 120, render: (_value, row) => act(row) },
  ];
  return (
    <>
      {may('contest:submit:export') ? (
        <section className="admin-card contest-box" aria-label="导出">
          <h2 className="contest-heading">导出</h2>
          <div className="contest-filters">
            <Button
              loading={busy === 'works'}
              onClick={() => void receive('works', { method: 'POST', path: exportWorks.path.replace('{contestId}', String(contestId)) })}
            >
              全部作品（zip）
            </Button>
            <Button
              loading={busy === 'scores'}
              onClick={() => void receive('scores', { method: 'POST', path: exportScores.path.replace('{contestId}', String(contestId)) })}
            >
              名次与评分（xlsx）
            </Button>
            <span className="soft">作品按组别和编号分文件夹，是作者上传的原件。</span>
          </div>
        </section>
      ) : null}
      <section className="admin-card crud" aria-label="证书">
        <h2 className="contest-heading">证书</h2>
        <TaskList
          list={list}
          rowKey="certificateNo"
          columns={columns}
          width={890}
          empty={board.status === 'finished' ? '没有证书' : '大赛结束后自动生成证书'}
          page={page}
          setPage={setPage}
          card={(row) => (
            <>
              <WorkTitle title={row.title} />
              <div className="soft">
                {row.awardName} · {row.authorsText} · {row.certificateNo}
              </div>
              {act(row)}
            </>
          )}
        />
      </section>
    </>
  );
}
