import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Select, Skeleton, Tag, Upload } from 'antd';
import { downloadManuscriptFile, manuscriptFiles, removeManuscriptFiles } from '../../../contract/manuscript/manuscript-file.ts';
import { FILE_ROLE_NAMES, FILE_ROLES, type FileRole } from '../../../contract/manuscript/manuscript-limits.ts';
import { roleFiles } from '../../../contract/manuscript/work-files.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { bytes } from '../../format/bytes.ts';
import { PlayedFile } from '../../proof-player/played-file.tsx';
import { sendManuscriptFile } from '../../uploads/manuscript-file.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { errorMessage } from '../ui/error-message.ts';
import './manuscript.css';

interface Props {
  readonly archiveId: number;
  readonly writable: boolean;
  /** Fixes the role of new files. */
  readonly role?: FileRole;
  /** Roles to choose from for new files. */
  readonly roles?: readonly FileRole[];
}

const isPlayed = (role: FileRole): boolean => ['audio', 'video'].includes(roleFiles(role).content);

/** The files of a manuscript by role. */
export function FileList({ archiveId, writable, role, roles = FILE_ROLES }: Props) {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const files = useQuery(queryOf(manuscriptFiles, { query: { archiveId } }));
  const [chosen, setChosen] = useState<FileRole>(role ?? roles[0] ?? 'manuscript');
  /** Per cent of the running upload. */
  const [sending, setSending] = useState<number | null>(null);
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void message.success(done);
      await client.invalidateQueries();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const send = (file: File) => {
    setSending(0);
    void run(() => sendManuscriptFile({ archiveId, fileRole: chosen, file, onProgress: setSending }), '已上传').finally(() => setSending(null));
    return false;
  };
  const rows = (files.data ?? []).filter((file) => role === undefined || file.fileRole === role);
  return (
    <section className="manuscript-part" aria-label="文件">
      <h2>
        文件
        {writable ? (
          <span style={{ display: 'inline-flex', gap: 8 }}>
            {role ? null : (
              <Select
                size="small"
                aria-label="附件类别"
                value={chosen}
                options={roles.map((value) => ({ value, label: FILE_ROLE_NAMES[value] }))}
                style={{ width: 100 }}
                onChange={setChosen}
              />
            )}
            <Upload
              accept={roleFiles(chosen)
                .types.map((type) => `.${type}`)
                .join()}
              showUploadList={false}
              beforeUpload={send}
            >
              <Button size="small" loading={sending !== null}>
                {sending ? `${sending}%` : '上传'}
              </Button>
            </Upload>
          </span>
        ) : null}
      </h2>
      {files.isError ? (
        <LoadFailed query={files} />
      ) : !files.data ? (
        <Skeleton active title={false} />
      ) : rows.length === 0 ? (
        <p className="soft">暂无附件</p>
      ) : (
        <ul className="part-list">
          {rows.map((file) => (
            <li key={file.archiveFileId}>
              <Tag>{FILE_ROLE_NAMES[file.fileRole]}</Tag>
              <span className="grow">{file.fileName}</span>
              {file.status === 'superseded' ? <span className="soft">已替换</span> : null}
              <span className="soft">{bytes(file.fileSize)}</span>
              <Button
                size="small"
                type="link"
                onClick={() =>
                  void run(
                    () =>
                      receiveFile({
                        ...downloadManuscriptFile,
                        path: downloadManuscriptFile.path.replace('{archiveFileId}', String(file.archiveFileId)),
                      }),
                    '已下载',
                  )
                }
              >
                下载
              </Button>
              {isPlayed(file.fileRole) ? <PlayedFile archiveFileId={file.archiveFileId} fileName={file.fileName} className="row-act" /> : null}
              {writable ? (
                <Button
                  size="small"
                  type="link"
                  danger
                  onClick={() =>
                    void modal.confirm({
                      title: `删除“${file.fileName}”？`,
                      content: '删除后不能恢复。',
                      okText: '删除',
                      cancelText: '取消',
                      okButtonProps: { danger: true },
                      onOk: () => run(() => call(removeManuscriptFiles, { params: { archiveFileIds: String(file.archiveFileId) } }), '已删除'),
                    })
                  }
                >
                  删除
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
