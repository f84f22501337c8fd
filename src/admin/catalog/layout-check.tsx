import './layout-check.css';
import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Progress, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { getLayoutReport, LAYOUT_PAGE, saveLayoutReport } from '../../../contract/catalog/layout-check.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { checkLayout } from '../layout-check/check-layout.ts';
import { editionBook, readingRight } from '../layout-check/edition-book.ts';
import { BookFileError } from '../../reader-engine/frame/document-loader.ts';
import { errorMessage } from '../ui/error-message.ts';
import { LayoutReportView } from './layout-report.tsx';
import { useStale } from './publication-actions.ts';

interface Props {
  readonly publishId: number;
  readonly editionId: number;
  readonly chapters: readonly { readonly index: number; readonly title: string }[];
  readonly mayCheck: boolean;
}

type Run = { readonly done: number; readonly all: number; readonly title: string };

/** Lays out the book in the editor's browser and shows the pages that readers would not see well. */
export function LayoutCheck({ publishId, editionId, chapters, mayCheck }: Props) {
  const stale = useStale();
  const known = useQuery({ ...queryOf(getLayoutReport, { params: { publishId } }), staleTime: 0 });
  const [run, setRun] = useState<Run | null>(null);
  const [failure, setFailure] = useState('');
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const titleOf = (document: number): string => chapters.find(({ index }) => index === document)?.title || `第 ${document + 1} 个文件`;

  const start = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setFailure('');
    setRun({ done: 0, all: chapters.length, title: '' });
    try {
      const edition = await editionBook(publishId, editionId);
      const { signal } = stop;
      const checked = await checkLayout({
        ...edition,
        signal,
        onDocument: (index) => {
          setRun({ done: index, all: edition.book.spine.filter((one) => !one.outside).length, title: titleOf(index) });
          return readingRight(publishId);
        },
      });
      await call(saveLayoutReport, { params: { publishId }, body: { editionId, ...checked } });
      await stale();
    } catch (error) {
      if (!stop.signal.aborted) setFailure(error instanceof BookFileError ? '书的文件没有取到，请检查网络后再试' : errorMessage(error));
    } finally {
      if (running.current === stop) {
        running.current = null;
        setRun(null);
      }
    }
  };
  const cancel = (): void => {
    running.current?.abort();
    running.current = null;
    setRun(null);
  };

  if (known.isError)
    return <Alert type="error" title={errorMessage(known.error)} action={<Button onClick={() => void known.refetch()}>重试</Button>} />;
  if (known.isPending) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { report, outdated } = known.data;
  return (
    <section aria-label="版面检查">
      {run ? (
        <>
          <Progress percent={Math.floor((run.done / Math.max(1, run.all)) * 100)} status="active" aria-label="版面检查进度" />
          <output className="soft layout-state">
            正在检查第 {run.done + 1}/{run.all} 章{run.title ? `：${run.title}` : ''}。请不要关闭这个窗口。
          </output>
          <Button onClick={cancel}>取消检查</Button>
        </>
      ) : (
        <>
          {failure ? <Alert type="error" showIcon title={failure} style={{ marginBottom: 12 }} /> : null}
          {report ? (
            <LayoutReportView publishId={publishId} report={report} titleOf={titleOf} />
          ) : (
            <Alert
              type="info"
              showIcon
              title={outdated ? '电子书文件更新后还没有检查版面' : '还没有检查版面'}
              description={`在这台电脑上按手机页面（${LAYOUT_PAGE.width}×${LAYOUT_PAGE.height}）把全书排一遍，找出窄栏、被切掉的内容、空白页、看不清的字和缺字。`}
            />
          )}
          {mayCheck ? (
            <Button type={report ? 'default' : 'primary'} style={{ marginTop: 12 }} onClick={() => void start()}>
              {report ? '重新检查' : '开始检查'}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}
