import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input, Select, Skeleton } from 'antd';
import { addNotice, noticeList } from '../../../contract/periodical/correction-notice.ts';
import type { SubmissionDetail } from '../../../contract/periodical/journal-submission.ts';
import { NOTICE_NAMES, NOTICE_TYPES, type NoticeType } from '../../../contract/periodical/periodical-limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
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
  const corrected = one.files.filter(({ role, current }) => role === 'correctedPdf' && current).at(-1);
  const send = () =>
    void modal.confirm({
      title: `发布${NOTICE_NAMES[type]}？`,
      content: type === 'retraction' ? '文章页会出现撤稿的标志，PDF加水印；全文仍可阅读。发布后不能删除。' : '发布后不能删除；写错了再发一份更正。',
      okText: '发布',
      cancelText: '取消',
      okButtonProps: { danger: type === 'retraction' },
      onOk: async () => {
        const body = {
          submissionId: one.submissionId,
          type,
          title,
          content,
          correctedFileId: type === 'retraction' ? null : (corrected?.fileId ?? null),
        };
        if (await change(() => call(addNotice, { body }), '已发布')) {
          setTitle('');
          setContent('');
        }
      },
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
                <span className="soft">
                  {notice.noticeNo} · {notice.publishedAt.slice(0, 10)} · {notice.publishedBy}
                </span>
              </p>
              <p className="submission-text">{notice.content}</p>
            </li>
          ))}
        </ul>
      )}
      {one.duty === 'chief' ? (
        <>
          <h3>发布声明</h3>
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
          <Button type="primary" style={{ justifySelf: 'start' }} disabled={title.trim() === '' || content.trim() === ''} onClick={send}>
            发布
          </Button>
        </>
      ) : null}
    </div>
  );
}
