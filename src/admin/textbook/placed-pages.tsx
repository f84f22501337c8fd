import { useCallback, useState } from 'react';
import { Alert, App, Button, Empty, Select, Skeleton, Tag } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { placedMedia, textbookCheck } from '../../../contract/textbook/placed.ts';
import { PLACED_KINDS } from '../../../contract/textbook/textbook-limits.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';
import { PageView, type PlacedRow } from './page-view.tsx';
import type { Paragraph } from './paragraphs.ts';
import { PlacedForm } from './placed-form.tsx';

type Check = (typeof textbookCheck)['data']['_zod']['output'];

interface Props {
  readonly publishId: number;
  readonly check: Check;
  readonly mayEdit: boolean;
  /** The shown chapter. */
  readonly at: number;
  readonly onChapter: (index: number) => void;
}

/** B1: a chapter with what is placed in it, and the form that places more. */
export function PlacedPages({ publishId, check, mayEdit, at, onChapter }: Props) {
  const { message, modal } = App.useApp();
  const client = useQueryClient();
  const list = useQuery({ ...queryOf(placedMedia.list, { query: { publishId: String(publishId), pageNum: 1, pageSize: 500 } }), staleTime: 0 });
  const [paragraphs, setParagraphs] = useState<readonly Paragraph[]>([]);
  const [picked, setPicked] = useState<Paragraph | null>(null);
  const [tries, setTries] = useState(0);
  const [edited, setEdited] = useState<PlacedRow | null>(null);
  const again = useCallback(async () => {
    setEdited(null);
    setPicked(null);
    await Promise.all([client.invalidateQueries(allOf(placedMedia.list)), client.invalidateQueries(allOf(textbookCheck))]);
  }, [client]);
  const here = (list.data?.rows ?? []).filter(({ documentIndex }) => documentIndex === at);
  const go = (index: number): void => {
    setEdited(null);
    setPicked(null);
    onChapter(index);
  };
  const edit = (row: PlacedRow): void => {
    setEdited(row);
    setPicked(paragraphs.find(({ quote }) => row.quote !== '' && quote.startsWith(row.quote)) ?? null);
  };
  const remove = (row: PlacedRow): void =>
    void modal.confirm({
      title: `从书里移走“${row.label}”？`,
      content: '只移走这一处；音视频和文件还在，可以再放。',
      okText: '移走',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () =>
        call(placedMedia.remove, { params: { ids: String(row.placedId) } }).then(again, (error: unknown) => void message.error(errorMessage(error))),
    });
  if (check.editionId === null) return <Empty description="还没有电子书文件，上传后再放随文内容" style={{ padding: 24 }} />;
  return (
    <div className="placed-columns">
      <div className="placed-main">
        <Select
          aria-label="章"
          value={at}
          style={{ width: '100%' }}
          options={check.chapters.map(({ index, title, placed }) => ({
            value: index,
            label: `${title || `第 ${index + 1} 章`}${placed > 0 ? `（${placed}）` : ''}`,
          }))}
          onChange={go}
        />
        <PageView
          key={tries}
          publishId={publishId}
          editionId={check.editionId}
          documentIndex={at}
          items={here}
          picked={picked?.quote ?? ''}
          onParagraphs={setParagraphs}
          retry={() => setTries(tries + 1)}
          onPick={(paragraph) => (mayEdit ? setPicked(paragraph) : undefined)}
        />
      </div>
      <div className="placed-side">
        {mayEdit ? (
          <PlacedForm
            key={`${at}/${edited?.placedId ?? 'new'}/${here.length}`}
            publishId={publishId}
            documentIndex={at}
            item={edited}
            count={here.length}
            paragraphs={paragraphs}
            picked={picked}
            onPick={setPicked}
            onSaved={() => void again()}
            onCancel={() => (setEdited(null), setPicked(null))}
          />
        ) : null}
        <h2 className="placed-title">这一章的随文内容</h2>
        {list.isError ? (
          <Alert type="error" title={errorMessage(list.error)} action={<Button onClick={() => void list.refetch()}>重试</Button>} />
        ) : null}
        {list.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
        {list.data && here.length === 0 ? <Empty description="还没有放内容" image={Empty.PRESENTED_IMAGE_SIMPLE} /> : null}
        <ul className="placed-list">
          {here.map((row) => (
            <li key={row.placedId}>
              <div>
                <Tag>{PLACED_KINDS[row.kind]}</Tag>
                <strong>{row.label}</strong>
                {row.lost ? <Tag color="error">位置已丢失</Tag> : null}
                <div className="soft placed-quote">{row.quote === '' ? '章末' : row.quote}</div>
              </div>
              {mayEdit ? (
                <span className="placed-acts">
                  <Button type="link" size="small" aria-label={`修改“${row.label}”`} onClick={() => edit(row)}>
                    修改
                  </Button>
                  <Button type="link" size="small" danger aria-label={`移走“${row.label}”`} onClick={() => remove(row)}>
                    移走
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
