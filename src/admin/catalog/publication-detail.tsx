import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Table, Timeline } from 'antd';
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled';
import { publicationMachine } from '../../../contract/catalog/publication.machine.ts';
import { getPublication, publicationFlow, type Publication } from '../../../contract/catalog/publication.ts';
import { queryOf } from '../../api/query-client.ts';
import { Cover } from '../../cover/cover.tsx';
import { bytes } from '../../format/bytes.ts';
import { count, price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { loadable } from '../../loading/loadable.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { PrintRuns } from './print-runs.tsx';
import { actionsFor, isPrinted } from './publication-actions.ts';
import { wholePriceOf, type RowActions } from './publication-columns.tsx';
import { WaitingEdition } from './edition-change.tsx';
import { ProposedPrice } from './publication-price.tsx';
import { PublicationRights } from './publication-rights.tsx';
import { StatusTag } from './publication-status.tsx';
import { PublicationUpload } from './publication-upload.tsx';
import { Tabs } from '../ui/tabs.tsx';

const LayoutCheck = loadable(async () => (await import('./layout-check.tsx')).LayoutCheck, <Skeleton active paragraph={{ rows: 4 }} />);

/** The conditions for putting a work on sale, and which of them are met. */
function readiness(book: Publication): { name: string; words: string; done: boolean }[] {
  const words = book.intro.replace(/<[^>]*>/g, '').length;
  return [
    {
      name: '电子书',
      words: book.editionId === null ? '还没有文件' : `${book.chapterCount} 章，${bytes(book.bytes)}`,
      done: book.editionId !== null,
    },
    ...(book.editionId === null ? [] : [{ name: '版面', words: layoutWords(book.layoutFaults), done: book.layoutFaults === 0 }]),
    { name: '内容简介', words: words > 0 ? `${words} 字` : '还没有写', done: words > 0 },
    { name: '分类', words: book.typeName || '还没有选', done: book.archiveTypeId !== null },
    {
      name: '价格',
      words: book.isFree === '1' ? '全书免费' : `定价 ${price(book.listPriceFen)}，售价 ${price(book.salePriceFen)}`,
      done: book.isFree === '1' || book.salePriceFen > 0,
    },
    { name: '封面', words: book.cover.url ? '已上传' : '按书名绘制', done: true },
    { name: '试读', words: book.isFree === '1' ? '不需要' : `前 ${book.trialChapters} 章`, done: book.isFree === '1' || book.trialChapters > 0 },
  ];
}

const layoutWords = (faults: number | null): string =>
  faults === null ? '还没有检查，请打开“版面检查”' : faults === 0 ? '没有发现问题' : `有 ${faults} 页读者会看不清或看不全，请打开“版面检查”`;

interface Props {
  publishId: number;
  onClose: () => void;
  onEdit: () => void;
  actions: RowActions;
}

export function PublicationDetail({ publishId, onClose, onEdit, actions }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [replacing, setReplacing] = useState(false);
  const found = useQuery({ ...queryOf(getPublication, { params: { publishId } }), staleTime: 0 });
  const flow = useQuery({ ...queryOf(publicationFlow, { params: { publishId } }), staleTime: 0 });
  const book = found.data;
  const { events, may } = actions;
  const possible = book ? actionsFor(book, may) : [];

  return (
    <Drawer
      open
      size={narrow ? '100%' : 640}
      title="出版物详情"
      onClose={onClose}
      footer={
        book ? (
          <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
            {book.editionId !== null ? (
              <Button href={`/cms/main/epubRead?publishId=${publishId}`} target="_blank">
                预览
              </Button>
            ) : null}
            {may('publish:publication:add') ? <Button onClick={() => setReplacing(true)}>更换文件</Button> : null}
            <span style={{ flex: 1 }} />
            {may('publish:publication:edit') && book.status !== 'checking' ? <Button onClick={onEdit}>修改</Button> : null}
            {possible.map((action, index) => (
              <Button
                key={action.event}
                danger={action.event === 'recall'}
                type={index === 0 && action.event !== 'recall' ? 'primary' : 'default'}
                onClick={() => events.ask(book, action)}
              >
                {action.label}
              </Button>
            ))}
          </div>
        ) : null
      }
    >
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {!book && !found.isError ? <Skeleton active avatar paragraph={{ rows: 6 }} /> : null}
      {book ? (
        <>
          <div style={{ display: 'flex', gap: 16, marginBottom: 16 }}>
            <div style={{ width: 84, flex: 'none' }}>
              <Cover book={book} />
            </div>
            <div>
              <h2 className="work-title" style={{ fontSize: 20, margin: 0 }} {...inLatin(book.title, book.language)}>
                {book.title}
              </h2>
              <p className="soft" style={{ margin: '4px 0' }}>
                {book.authorsText}·{book.publishNo}·{wholePriceOf(book)}
              </p>
              <StatusTag status={book.status} />
            </div>
          </div>
          {book.status === 'rejected' && book.rejectReason ? (
            <Alert type="error" showIcon title="驳回意见" description={book.rejectReason} style={{ marginBottom: 16 }} />
          ) : null}
          {book.status === 'recalled' ? (
            <Alert
              type="error"
              showIcon
              title="已召回：所有读者不能再读"
              description={flow.data?.find((row) => row.event === publicationMachine.events.recall.label)?.note}
              style={{ marginBottom: 16 }}
            />
          ) : null}
          <ProposedPrice book={book} may={may} />
          <WaitingEdition book={book} />
          <Tabs
            items={[
              {
                key: 'ready',
                label: '上架准备',
                children: (
                  <ul className="ready-list">
                    {readiness(book).map(({ name, words, done }) => (
                      <li key={name}>
                        {done ? (
                          <CheckCircleFilled style={{ color: 'var(--ant-color-success)' }} />
                        ) : (
                          <ExclamationCircleFilled style={{ color: 'var(--ant-color-warning)' }} />
                        )}
                        <div>
                          <div>
                            {name}
                            {done ? '' : '（未完成）'}
                          </div>
                          <div className="soft">{words}</div>
                        </div>
                      </li>
                    ))}
                  </ul>
                ),
              },
              ...(book.editionId === null
                ? []
                : [
                    {
                      key: 'layout',
                      label: '版面检查',
                      children: (
                        <LayoutCheck
                          key={book.editionId}
                          publishId={publishId}
                          editionId={book.editionId}
                          chapters={book.chapters}
                          mayCheck={may('publish:publication:edit') || may('publish:publication:publish')}
                        />
                      ),
                    },
                  ]),
              {
                key: 'chapters',
                label: `目录 ${book.chapterCount}`,
                children: (
                  <Table
                    rowKey="index"
                    size="small"
                    virtual
                    scroll={{ y: 420 }}
                    pagination={false}
                    dataSource={book.chapters}
                    columns={[
                      {
                        title: '章节',
                        dataIndex: 'title',
                        render: (title: string, row) => <span style={{ paddingInlineStart: (row.level - 1) * 16 }}>{title}</span>,
                      },
                      { title: '字数', dataIndex: 'characters', width: 90, align: 'right', render: count },
                      { title: '试读', dataIndex: 'isFree', width: 70, render: (free: boolean) => (free ? '可试读' : '') },
                    ]}
                  />
                ),
              },
              ...(isPrinted(book.kind) ? [{ key: 'prints', label: '印次', children: <PrintRuns publishId={publishId} /> }] : []),
              { key: 'rights', label: '读者授权', children: <PublicationRights publishId={publishId} mayGrant={may('publish:publication:edit')} /> },
              {
                key: 'flow',
                label: '流转记录',
                children: flow.isError ? (
                  <Alert type="error" title={errorMessage(flow.error)} action={<Button onClick={() => void flow.refetch()}>重试</Button>} />
                ) : flow.data?.length ? (
                  <Timeline
                    items={flow.data.map((row) => ({
                      content: (
                        <>
                          <strong>{row.operatorName}</strong> {row.event}：{row.fromStatus} → {row.toStatus}
                          <div className="soft">{row.at}</div>
                          {row.note ? (
                            <blockquote style={{ margin: '4px 0', padding: '4px 8px', background: 'var(--ant-color-fill-secondary)' }}>
                              {row.note}
                            </blockquote>
                          ) : null}
                        </>
                      ),
                    }))}
                  />
                ) : (
                  <p className="soft">还没有流转记录</p>
                ),
              },
            ]}
          />
        </>
      ) : null}
      {replacing ? (
        <PublicationUpload publishId={publishId} onClose={() => setReplacing(false)} onOpen={() => (setReplacing(false), void found.refetch())} />
      ) : null}
    </Drawer>
  );
}
