import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { DataOf } from '../../../contract/endpoint.ts';
import { CODE } from '../../../contract/error.ts';
import { openDocument, type DocumentKind } from '../../../contract/manuscript/document.ts';
import { DOCUMENT_PAGES } from '../../../contract/manuscript/document-pages.ts';
import { CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { DocumentReading } from './document-reading.tsx';
import './document.css';

const Workspace = lazy(async () => ({ default: (await import('./document-workspace.tsx')).DocumentWorkspace }));
const Served = lazy(async () => ({ default: (await import('./document-served.tsx')).DocumentServed }));

/** #52–#58: a document with its revision marks, in the editor that the server names. */
export function DocumentScreen() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { kind, number } = DOCUMENT_PAGES[pathname.replace(/\/+$/, '')] ?? { kind: 'open' as const, number: 'archiveId' };
  const id = Number(search.get(number)) || 0;
  // The text itself, when the editor could not open the file.
  const [reading, setReading] = useState<'0' | '1'>('0');
  const asked = queryOf(openDocument, { params: { kind, id }, query: { reading } });
  const { data, error, refetch } = useQuery({ ...asked, enabled: id > 0, staleTime: 0, retry: false });
  const missing = id === 0 || (error instanceof CallError && error.code === CODE.missing);
  const waiting = (
    <div className="document-sheet" aria-busy="true">
      <Skeleton height={28} width="50%" />
      <Skeleton height={400} top={24} />
    </div>
  );
  return (
    <main className="site document-page" data-editor={data?.editor ?? 'off'}>
      {data ? (
        <Suspense fallback={waiting}>
          <Opened
            key={`${kind} ${id}`}
            one={data}
            kind={kind}
            id={id}
            read={() => setReading('1')}
            leave={reading === '1' ? () => setReading('0') : undefined}
          />
        </Suspense>
      ) : missing ? (
        <Empty heading="h1" drawing="find" title="文件不存在" reason="它可能已被删除，或与您无关。" to="/" action="去首页" />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} to="/" action="去首页" />
      ) : (
        waiting
      )}
    </main>
  );
}

interface OpenedProps {
  readonly one: DataOf<typeof openDocument>;
  readonly kind: DocumentKind;
  readonly id: number;
  /** Shows the text without the editor. */
  read(): void;
  /** Returns to the editor. */
  readonly leave: (() => void) | undefined;
}

function Opened({ one, kind, id, read, leave }: OpenedProps) {
  if (one.editor === 'embedded') return <Workspace one={one} kind={kind} id={id} read={read} />;
  return one.onlyoffice ? <Served one={one} read={read} /> : <DocumentReading one={one} kind={kind} id={id} leave={leave} />;
}
