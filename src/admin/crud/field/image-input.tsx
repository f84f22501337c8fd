import { useState } from 'react';
import { App, Button, Image, Upload } from 'antd';
import { upload } from '../../../../contract/system/file.ts';
import { MB } from '../../../../contract/limits.ts';
import { call } from '../../../api/call.ts';
import { acceptOf, useUploadRules } from '../../../api/upload-rules.ts';
import { errorMessage } from '../../ui/error-message.ts';

interface Props {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (url: string) => void;
  readonly disabled?: boolean;
}

/** One picture, uploaded immediately; the value is its address. */
export function ImageInput({ id, label, value, onChange, disabled = false }: Props) {
  const { message } = App.useApp();
  const rules = useUploadRules();
  /** Uploaded share of the file; null when no upload runs. */
  const [sent, setSent] = useState<number | null>(null);
  const send = async (file: File) => {
    const type = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    if (!rules.images.includes(type)) return void message.error(`文件格式不正确，请上传${rules.images.join('、')}格式的图片`);
    if (file.size > rules.bytes) return void message.error(`上传图片大小不能超过 ${rules.bytes / MB} MB!`);
    setSent(0);
    try {
      const body = new FormData();
      body.append('file', file);
      onChange((await call(upload, { body }, { onUploadProgress: setSent })).fileName);
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setSent(null);
    }
  };
  return (
    <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
      {value ? <Image src={value} alt={label} width={64} height={64} style={{ objectFit: 'cover', borderRadius: 4 }} /> : null}
      <Upload accept={acceptOf(rules.images)} showUploadList={false} disabled={disabled} beforeUpload={(file) => (void send(file), false)}>
        <Button {...(id ? { id } : {})} loading={sent !== null} disabled={disabled}>
          {sent === null ? (value ? '更换图片' : '上传图片') : `正在上传 ${Math.round(sent * 100)}%`}
        </Button>
      </Upload>
      {value ? (
        <Button type="text" disabled={disabled} onClick={() => onChange('')}>
          移除
        </Button>
      ) : null}
    </div>
  );
}
