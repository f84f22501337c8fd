import { useState } from 'react';
import { App, Button, Upload } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PaperClipOutlined from '@ant-design/icons/PaperClipOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { FieldMeta, FileRule, StoredFile } from '../../../../contract/field.ts';
import { MB } from '../../../../contract/limits.ts';
import { allowedKinds } from '../../../../contract/system/upload-rules.ts';
import type { uploadMoneyFile } from '../../../../contract/commerce/invoice.ts';
import { upload } from '../../../../contract/system/file.ts';
import { call } from '../../../api/call.ts';
import { useUploadRules } from '../../../api/upload-rules.ts';
import { bytes } from '../../../format/bytes.ts';
import { errorMessage } from '../../ui/error-message.ts';

interface Props {
  readonly id?: string;
  readonly meta: FieldMeta;
  readonly value: readonly StoredFile[];
  readonly onChange: (files: readonly StoredFile[]) => void;
  readonly disabled?: boolean;
  /** The call that stores a file. */
  readonly to?: typeof upload | typeof uploadMoneyFile;
}

/** Uploaded files of a form, each sent when it is chosen. What the field does not allow is rejected before the upload. */
export function FilesInput({ id, meta, value, onChange, disabled = false, to = upload }: Props) {
  const { message } = App.useApp();
  const [sending, setSending] = useState(0);
  const rules = useUploadRules();
  const rule: FileRule = meta.files ?? { types: allowedKinds(rules), bytes: rules.bytes, most: 1 };
  const full = value.length >= rule.most;

  const send = async (files: readonly File[]) => {
    let list = rule.most === 1 ? [] : [...value];
    for (const file of files) {
      const problem = problemOf(file, rule, list.length);
      if (problem) {
        void message.error(problem);
        continue;
      }
      setSending((count) => count + 1);
      try {
        const body = new FormData();
        body.append('file', file);
        const { fileId, fileOriginName } = await call(to, { body });
        list = [...list, { fileId, name: fileOriginName, size: file.size }];
        onChange(list);
      } catch (error) {
        void message.error(errorMessage(error));
      } finally {
        setSending((count) => count - 1);
      }
    }
  };

  return (
    <div className="files-input">
      {value.length > 0 ? (
        <ul className="files-input-list">
          {value.map((file) => (
            <li key={file.fileId}>
              <PaperClipOutlined aria-hidden />
              <span className="files-input-name">{file.name}</span>
              <span className="soft">{bytes(file.size)}</span>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`移除${file.name}`}
                disabled={disabled}
                onClick={() => onChange(value.filter((one) => one.fileId !== file.fileId))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Upload
        accept={rule.types.map((type) => `.${type}`).join()}
        multiple={rule.most > 1}
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file, all) => {
          // antd calls this once for each chosen file.
          if (file === all.at(-1)) void send(all);
          return false;
        }}
      >
        <Button {...(id ? { id } : {})} icon={<UploadOutlined />} loading={sending > 0} disabled={disabled || (full && rule.most > 1)}>
          {full && rule.most === 1 ? '更换文件' : '上传文件'}
        </Button>
      </Upload>
      <div className="soft files-input-hint">
        {rule.types.join('、')}，每个不超过{bytes(rule.bytes)}
        {rule.most > 1 ? `，最多${rule.most}个` : ''}
      </div>
    </div>
  );
}

function problemOf(file: File, { types, bytes: limit, most }: FileRule, count: number): string | null {
  const type = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!types.includes(type)) return `“${file.name}”的格式不正确，请上传${types.join('、')}格式的文件`;
  if (file.size > limit) return `“${file.name}”超过${limit / MB}MB，请压缩后再上传`;
  return count >= most ? `最多上传${most}个文件` : null;
}
