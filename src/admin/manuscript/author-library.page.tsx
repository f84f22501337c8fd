import { useMemo } from 'react';
import { App } from 'antd';
import { useNavigate } from 'react-router-dom';
import { authorLibrary } from '../../../contract/manuscript/author-library.ts';
import { downloadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { bytes } from '../../format/bytes.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { errorMessage } from '../ui/error-message.ts';

/** #108: what each author has handed in, with the way to its manuscript. */
export function AuthorLibraryPage() {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const library = useMemo(
    () =>
      resource(authorLibrary, {
        columns: ['fileName', 'authorName', 'title', 'fileRole', 'fileSize', 'archiveStatus', 'createTime'],
        search: ['authorName', 'title', 'fileName', 'fileRole', 'createTime'],
        empty: '文库为空',
        widths: { fileName: 220, authorName: 120, title: 180, fileRole: 100, fileSize: 100, archiveStatus: 110, createTime: 150 },
        cell: { fileSize: (row) => bytes(row.fileSize) },
        detail: ['fileName', 'fileRole', 'fileSize', 'authorName', 'title', 'archiveNo', 'archiveStatus', 'uploaderName', 'createTime'],
        rowActions: (row) => [
          { key: 'open', label: '看稿件', run: () => void navigate(`/cms/archive/detail/${row.archiveId}`) },
          {
            key: 'download',
            label: '下载',
            run: () => {
              const path = downloadManuscriptFile.path.replace('{archiveFileId}', String(row.archiveFileId));
              receiveFile({ method: 'GET', path }).catch((error: unknown) => void message.error(errorMessage(error)));
            },
          },
        ],
      }),
    [navigate, message],
  );
  return <ResourcePage resource={library} />;
}
