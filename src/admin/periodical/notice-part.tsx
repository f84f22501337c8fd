import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input, Select, Skeleton } from 'antd';
import { addNotice, decideNotice, noticeList, type NoticeRow } from '../../../contract/periodical/correction-notice.ts';
import { journalIssue } from '../../../contract/periodical/journal-issue.ts';
import type { SubmissionDetail } from '../../../contract/periodical/journal-submission.ts';
import { NOTICE_NAMES, NOTICE_STATE_NAMES, NOTICE_TYPES, type NoticeType } from '../../../contract/periodical/periodical-limits.ts';
import { noticePath } from '../../../contract/periodical/periodical.site.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { useChange } from './use-change.ts';

/** Notices about a published article; a retracted article stays readable with a band. */
export function NoticePart({ one }: { one: SubmissionDetail }) {
  const change = useChange();
  const { modal } = App.useApp();
  const [type, setType] = useState<NoticeType>('erratum');
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const list = useQuery(queryOf(noticeList, { query: { submissionId: one.submissionId, pageSize: 50 } }));
  const [doi, setDoi] = useState('');
  const [issueId, setIssueId] = useState<number | null>(null);
  const may = useCan();
  const corrected = one.files.filter(({ role, current }) => role === 'correctedPdf' && current).at(-1);
  const issues = useQuery(queryOf(journalIssue.list, { query: { journalId: one.journalId, pageSize: 50 } }));
  const send = async () => {
    const body = {
      submissionId: one.submissionId,
      type,
      title,
      content,
      doi,
      issueId,
      correctedFileId: type === 'retraction' ? null : (corrected?.fileId ?? null),
    };
    if (await change(() => call(addNotice, { body }), '已提交，等另一人发布')) {
      setTitle('');
      setContent('');
      setDoi('');
    }
  };
  const decide = (notice: NoticeRow, status: 'published' | 'rejected') =>
    void modal.confirm({
      title: status === 'published' ? `发布${NOTICE_NAMES[notice.type]}？` : `驳回${NOTICE_NAMES[notice.type]}？`,
      content:
        status === 'rejected'
          ? '读者不会看到它，起草人会收到消息。'
          : notice.type === 'retraction'
            ? '文章页会出现撤稿的标志，PDF加水印；全文仍可阅读。发布后不能删除。'
            : '发布后不能删除；写错了再发一份更正。',
      okText: status === 'published' ? '发布' : '驳回',
      cancelText: '取消',
      okButtonProps: { danger: status === 'rejected' || notice.type === 'retraction' },
      onOk: () =>
        change(() => call(decideNotice, { params: { noticeId: notice.noticeId }, body: { status } }), status === 'published' ? '已发布' : '已驳回'),
    });
  return (
    <div className="article-part">
      {list.isError ? (
        <LoadFailed query={list} />
      ) : !list.data ? (
        <Skeleton active title={false} />
      ) : (
        <ul className="submission-letters">
          {list.data.rows.map((notice) => (
            <li key={notice.noticeId}>
              <p>
                <strong>
                  {NOTICE_NAMES[notice.type]}：{notice.title}
                </strong>{' '}
                <span className={notice.status === 'draft' ? 'late' : 'soft'}>{NOTICE_STATE_NAMES[notice.status]}</span>{' '}
                <span className="soft">
                  {[
                    notice.noticeNo,
                    notice.doi && `DOI ${notice.doi}`,
                    notice.issueLabel,
                    notice.draftedBy && `${notice.draftedBy}起草 ${notice.draftedAt.slice(0, 10)}`,
                    notice.publishedAt && `${notice.publishedBy}发布 ${notice.publishedAt.slice(0, 10)}`,
                    notice.decidedNote,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </p>
              <p className="submission-text">{notice.content}</p>
              {notice.status === 'published' ? (
                <a href={noticePath(notice.noticeId)} target="_blank" rel="noreferrer">
                  看网站页面
                </a>
              ) : null}
              {notice.mayDecide && one.duty === 'chief' ? (
                <p className="notice-buttons">
                  <Button type="primary" onClick={() => decide(notice, 'published')}>
                    发布这份声明
                  </Button>
                  <Button onClick={() => decide(notice, 'rejected')}>驳回</Button>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {may('journal:issue:edit') ? (
        <>
          <h3>起草声明</h3>
          <p className="soft">由一人起草，本刊主编中的另一人发布后，读者才会看到。</p>
          <Labelled label="类别">
            {(id) => (
              <Select
                id={id}
                value={type}
                options={NOTICE_TYPES.map((value) => ({ value, label: NOTICE_NAMES[value] }))}
                style={{ width: 160 }}
                onChange={setType}
              />
            )}
          </Labelled>
          <Labelled label="标题">
            {(id) => <Input id={id} maxLength={120} value={title} onChange={({ target }) => setTitle(target.value)} />}
          </Labelled>
          <Labelled label="登在哪一期的目次（不选则登在最新一期）">
            {(id) => (
              <Select
                id={id}
                allowClear
                value={issueId}
                placeholder="最新一期"
                options={(issues.data?.rows ?? []).map((row) => ({ value: row.issueId, label: row.label }))}
                style={{ width: 240 }}
                onChange={(next) => setIssueId(next ?? null)}
              />
            )}
          </Labelled>
          <Labelled label="DOI（没有可不填）">
            {(id) => <Input id={id} maxLength={100} value={doi} placeholder="10.12345/abc" onChange={({ target }) => setDoi(target.value)} />}
          </Labelled>
          <Labelled label="内容">
            {(id) => (
              <Input.TextArea
                id={id}
                maxLength={5000}
                autoSize={{ minRows: 4, maxRows: 12 }}
                value={content}
                onChange={({ target }) => setContent(target.value)}
              />
            )}
          </Labelled>
          <p className="soft">
            {corrected ? `更正后的文件：${corrected.fileName}，更正前的仍可下载。` : '有更正后的PDF时，先在“文件与匿名”里上传。'}
          </p>
          <Button type="primary" style={{ justifySelf: 'start' }} disabled={title.trim() === '' || content.trim() === ''} onClick={() => void send()}>
            提交，等另一人发布
          </Button>
        </>
      ) : null}
    </div>
  );
}
