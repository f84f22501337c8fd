import { lazy, Suspense, useEffect } from 'react';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { openDocument } from '../../../contract/manuscript/document.ts';
import { loadServedEditor } from '../../document-editor/load-editor.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { BesideList } from './beside-list.tsx';

const Editor = lazy(async () => ({ default: await loadServedEditor() }));

/** Whether this page was loaded at its own address: only then does its policy allow the document server. */
const loadedHere = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  return !entry || new URL(entry.name).pathname === location.pathname;
};

/** A document in the editor of a document server. */
export function DocumentServed({ one, read }: { one: DataOf<typeof openDocument>; read(): void }) {
  const here = loadedHere();
  useEffect(() => {
    if (!here) location.reload();
  }, [here]);
  if (!here || !one.onlyoffice) return null;
  return (
    <>
      <NavBar title={one.title} />
      {one.archiveId !== null ? <BesideList archiveId={one.archiveId} /> : null}
      <Suspense fallback={<p className="soft">正在连接文档服务器…</p>}>
        <Editor {...one.onlyoffice} onFailed={read} />
      </Suspense>
    </>
  );
}
