import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton, Tag, Upload } from 'antd';
import {
  restoreVersion,
  saveFileHistory,
  versionFile,
  versionList,
  type ManuscriptVersion,
} from '../../../contract/manuscript/manuscript-version.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { loadable } from '../../loading/loadable.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { errorMessage } from '../ui/error-message.ts';
import './manuscript.css';

const VersionComparison = loadable(async () => (await import('./version-comparison.tsx')).VersionComparison);
const VersionLabel = loadable(async () => (await import('./version-label.tsx')).VersionLabel);
const VersionBlame = loadable(async () => (await import('./version-blame.tsx')).VersionBlame);

const change = (version: ManuscriptVersion): string =>
  version.wordsChanged === null ? `${version.wordCount} 字` : `${version.wordsChanged >= 0 ? '+' : ''}${version.wordsChanged} 字`;

/** The versions of a manuscript: download, compare with the one before, who changed what, restore, and upload a new one. */
export function VersionList({ archiveId, writable }: { archiveId: number; writable: boolean }) {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const versions = useQuery(queryOf(versionList, { query: { archiveId } }));
  const [compared, setCompared] = useState<{ from: number; to: number } | null>(null);
  const [blamed, setBlamed] = useState<number | null>(null);
  const [named, setNamed] = useState<ManuscriptVersion | null>(null);
  const refresh = () => client.invalidateQueries();
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void message.success(done);
      await refresh();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const send = (file: File) => {
    const body = new FormData();
    body.append('file', file);
    void run(() => call(saveFileHistory, { query: { archiveId }, body }), '已存为新版本');
    return false;
  };
  return (
    <section className="manuscript-part" aria-label="版本">
      <h2>
        版本
        {writable ? (
          <Upload accept=".docx,.txt,.html" showUploadList={false} beforeUpload={send}>
            <Button size="small">上传新版本</Button>
          </Upload>
        ) : null}
      </h2>
      {versions.isError ? (
        <LoadFailed query={versions} />
      ) : !versions.data ? (
        <Skeleton active title={false} />
      ) : versions.data.length === 0 ? (
        <p className="soft">还没有版本，上传文稿或在线保存后出现</p>
      ) : (
        <ul className="part-list">
          {versions.data.map((version, index) => (
            <li key={version.versionId}>
              <strong>第 {version.versionNo} 版</strong>
              <span className="grow">
                {version.pinned === '1' ? <Tag>重要</Tag> : null}
                {version.label || version.note || version.changedByName}
                <span className="soft"> {version.createTime.slice(0, 16)}</span>
              </span>
              <span className="soft">{change(version)}</span>
              <Button size="small" type="link" href={`/previewPageoffice?versionId=${version.versionId}`} target="_blank">
                打开
              </Button>
              <Button
                size="small"
                type="link"
                onClick={() =>
                  void run(() => receiveFile({ ...versionFile, path: versionFile.path.replace('{versionId}', String(version.versionId)) }), '已下载')
                }
              >
                下载
              </Button>
              {versions.data[index + 1] ? (
                <Button
                  size="small"
                  type="link"
                  onClick={() => setCompared({ from: versions.data[index + 1]?.versionNo ?? 1, to: version.versionNo })}
                >
                  比较
                </Button>
              ) : null}
              <Button size="small" type="link" aria-label={`第 ${version.versionNo} 版每段是谁改的`} onClick={() => setBlamed(version.versionId)}>
                谁改的
              </Button>
              {writable ? (
                <Button size="small" type="link" aria-label={`命名第 ${version.versionNo} 版`} onClick={() => setNamed(version)}>
                  命名
                </Button>
              ) : null}
              {writable && index > 0 ? (
                <Button
                  size="small"
                  type="link"
                  onClick={() =>
                    void modal.confirm({
                      title: `恢复第 ${version.versionNo} 版？`,
                      content: '会存成一个新版本，现有版本都保留。',
                      okText: '恢复',
                      cancelText: '取消',
                      onOk: () => run(() => call(restoreVersion, { params: { versionId: version.versionId } }), '已恢复为新版本'),
                    })
                  }
                >
                  恢复
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {compared ? <VersionComparison archiveId={archiveId} {...compared} onClose={() => setCompared(null)} /> : null}
      {named === null ? null : (
        <VersionLabel
          version={named}
          onClose={() => setNamed(null)}
          onSave={(work, done) =>
            run(async () => {
              await work();
              setNamed(null);
            }, done)
          }
        />
      )}
      {blamed === null ? null : <VersionBlame versionId={blamed} onClose={() => setBlamed(null)} />}
    </section>
  );
}
