import { useQuery } from '@tanstack/react-query';
import { Button, Tag, Upload } from 'antd';
import {
  askConfirmation,
  authorConfirmations,
  confirmByDocument,
  CONFIRM_STATE_NAMES,
  type AuthorConfirmation,
} from '../../../contract/manuscript/author-confirm.ts';
import { downloadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import { MANUSCRIPT } from '../../../contract/manuscript/manuscript-limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useEditCall } from './use-edit-call.ts';

const wordOf = (one: AuthorConfirmation): string => {
  if (!one.status) return '还没有请对方确认';
  if (one.status !== 'confirmed') return CONFIRM_STATE_NAMES[one.status];
  return one.evidenceFileId === null ? `账号“${one.answeredBy}”已确认` : `${one.answeredBy}凭确认书登记`;
};

/** Which co-authors have confirmed name and share. The editor confirms for those without an account, by a signed document. */
export function CoAuthorList({ archiveId }: { archiveId: number }) {
  const run = useEditCall();
  const found = useQuery({ ...queryOf(authorConfirmations, { params: { archiveId } }), staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data || found.data.rows.length === 0) return null;
  const { rows, maySend, maySeeDocument } = found.data;
  const send = ({ name, role }: AuthorConfirmation, file: File) => {
    const body = new FormData();
    body.append('file', file);
    void run(() => call(confirmByDocument, { params: { archiveId }, query: { name, role }, body }), '已凭确认书登记');
    return false;
  };
  return (
    <section className="manuscript-part" aria-label="合作作者">
      <h2>合作作者</h2>
      <ul className="part-list">
        {rows.map((one) => (
          <li key={`${one.name} ${one.role}`}>
            <span className="grow">
              {one.name} {one.role}，{(one.share / 100).toFixed(2)}%
              {one.note ? <blockquote className="transition-note">{one.note}</blockquote> : null}
            </span>
            <Tag color={one.status === 'confirmed' ? 'success' : one.status === 'rejected' ? 'error' : 'default'}>{wordOf(one)}</Tag>
            {one.evidenceFileId === null ? null : (
              <Button
                size="small"
                type="link"
                onClick={() =>
                  void run(
                    () =>
                      receiveFile({
                        ...downloadManuscriptFile,
                        path: downloadManuscriptFile.path.replace('{archiveFileId}', String(one.evidenceFileId)),
                      }),
                    '已下载',
                  )
                }
              >
                看确认书
              </Button>
            )}
            {maySend && one.hasAccount && one.status !== 'confirmed' ? (
              <Button
                size="small"
                onClick={() =>
                  void run(() => call(askConfirmation, { params: { archiveId }, body: { name: one.name, role: one.role, mail: '' } }), '已请对方确认')
                }
              >
                请对方确认
              </Button>
            ) : null}
            {maySeeDocument && !one.hasAccount && one.status !== 'confirmed' ? (
              <Upload accept={MANUSCRIPT.fileTypes.map((type) => `.${type}`).join()} showUploadList={false} beforeUpload={(file) => send(one, file)}>
                <Button size="small">凭确认书登记</Button>
              </Upload>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
