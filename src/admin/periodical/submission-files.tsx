import { useState } from 'react';
import { App, Button, Select, Tag, Upload } from 'antd';
import { downloadJournalFile, uploadJournalFile } from '../../../contract/periodical/own-submission.ts';
import { confirmBlind, replaceBlind, type JournalFileView, type SubmissionDetail } from '../../../contract/periodical/journal-submission.ts';
import { JOURNAL_FILE_NAMES, SUBMISSION, type JournalFileRole } from '../../../contract/periodical/periodical-limits.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { bytes } from '../../format/bytes.ts';
import { loadable } from '../../loading/loadable.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useChange } from './use-change.ts';

const CompareDialog = loadable(async () => (await import('./compare-dialog.tsx')).CompareDialog);

const KINDS: Readonly<Record<string, string>> = { name: '姓名', unit: '单位', email: '邮箱', fund: '基金号', phrase: '自称', unread: '未能检查' };
const EDITOR_ROLES: readonly JournalFileRole[] = ['attachment', 'similarity', 'final', 'pdf', 'correctedPdf'];
const formOf = (file: File): FormData => {
  const body = new FormData();
  body.append('file', file);
  return body;
};

/** Files of a submission; those that cross the blind line with what was found in them. */
export function SubmissionFiles({ one }: { one: SubmissionDetail }) {
  const change = useChange();
  const [role, setRole] = useState<JournalFileRole>(one.status === 'copyediting' || one.status === 'scheduled' ? 'pdf' : 'attachment');
  return (
    <div className="submission-files">
      <span className="submission-inline">
        <Select
          aria-label="文件类别"
          value={role}
          options={EDITOR_ROLES.map((value) => ({ value, label: JOURNAL_FILE_NAMES[value] }))}
          style={{ width: 160 }}
          onChange={setRole}
        />
        <Upload
          accept={(role === 'pdf' || role === 'correctedPdf' ? ['pdf'] : SUBMISSION.attachmentTypes).map((type) => `.${type}`).join()}
          showUploadList={false}
          beforeUpload={(file) => {
            void change(() => call(uploadJournalFile, { query: { submissionId: one.submissionId, role }, body: formOf(file) }), '已上传');
            return false;
          }}
        >
          <Button>上传</Button>
        </Upload>
      </span>
      {one.reviewMode === 'double_blind' ? (
        <p className="soft">
          双盲评审：审稿人只能打开确认过的匿名稿。文件属性、批注和修订的作者、图片信息已自动去除；正文里可能泄露身份的地方列在下面，看过再确认。
        </p>
      ) : null}
      <ul className="part-list">
        {one.files.toReversed().map((file) => (
          <FileRow key={file.fileId} file={file} before={beforeOf(one, file)} submissionId={one.submissionId} />
        ))}
      </ul>
      {one.files.length === 0 ? <p className="soft">暂无文件</p> : null}
    </div>
  );
}

/** The manuscript that a newer one is compared with. */
const beforeOf = (one: SubmissionDetail, file: JournalFileView): number | null =>
  (file.role === 'manuscript' && one.files.filter(({ role, fileId }) => role === 'manuscript' && fileId < file.fileId).at(-1)?.fileId) || null;

interface RowProps {
  readonly file: JournalFileView;
  readonly before: number | null;
  readonly submissionId: number;
}

function FileRow({ file, before, submissionId }: RowProps) {
  const [comparing, setComparing] = useState(false);
  const change = useChange();
  const { message } = App.useApp();
  const save = (blind: '0' | '1') =>
    void receiveFile({ method: 'GET', path: downloadJournalFile.path.replace('{fileId}', String(file.fileId)) }, { blind }).catch((error: unknown) =>
      message.error(errorMessage(error)),
    );
  const confirm = (confirmed: boolean) =>
    void change(() => call(confirmBlind, { params: { fileId: file.fileId }, body: { confirmed } }), confirmed ? '已确认匿名' : '已取消确认');
  const crosses = file.blindStatus !== 'none' && file.current;
  return (
    <li className="submission-file">
      {comparing && before !== null ? (
        <CompareDialog submissionId={submissionId} from={before} to={file.fileId} onClose={() => setComparing(false)} />
      ) : null}
      <div className="submission-inline">
        <Tag>{JOURNAL_FILE_NAMES[file.role]}</Tag>
        <span className="grow">
          {file.fileName}{' '}
          <span className="soft">
            {bytes(file.fileSize)} · {file.createTime.slice(0, 16)}
            {file.current ? '' : ' · 已替换'}
          </span>
        </span>
        {before === null ? null : (
          <Button size="small" type="link" onClick={() => setComparing(true)}>
            与上一稿比较
          </Button>
        )}
        <Button size="small" type="link" onClick={() => save('0')}>
          原件
        </Button>
      </div>
      {crosses ? (
        <div className="submission-blind" data-status={file.blindStatus}>
          <div className="submission-inline">
            <strong>{file.blindStatus === 'confirmed' ? '匿名稿已确认' : '匿名稿待确认'}</strong>
            <span className="grow soft">{file.blindName}</span>
            <Button size="small" type="link" onClick={() => save('1')}>
              看匿名稿
            </Button>
            <Upload
              accept={`.${file.blindName.split('.').at(-1)}`}
              showUploadList={false}
              beforeUpload={(chosen) => {
                void change(() => call(replaceBlind, { params: { fileId: file.fileId }, body: formOf(chosen) }), '匿名稿已替换，请再确认');
                return false;
              }}
            >
              <Button size="small">替换</Button>
            </Upload>
            {file.blindStatus === 'confirmed' ? (
              <Button size="small" onClick={() => confirm(false)}>
                取消确认
              </Button>
            ) : (
              <Button size="small" type="primary" onClick={() => confirm(true)}>
                确认匿名
              </Button>
            )}
          </div>
          {file.places.length === 0 ? (
            <p className="soft">正文里没有找到姓名、单位、邮箱、基金号和“笔者曾”一类的自称。</p>
          ) : (
            <ul>
              {file.places.map((place, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same words may stand twice in one place
                <li key={`${place.place} ${place.found} ${index}`}>
                  <span className="soft">
                    {place.place} · {KINDS[place.kind]}
                  </span>{' '}
                  <mark>{place.found}</mark> <span className="soft">…{place.context}…</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : null}
    </li>
  );
}
