import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { MB } from '../../../contract/limits.ts';
import type { ApplyForLog } from '../../../contract/structure/apply-for-log.ts';
import { upload } from '../../../contract/system/file.ts';
import { acceptOf, useUploadRules } from '../../api/upload-rules.ts';
import { call } from '../../api/call.ts';
import './message.css';

export type Material = ApplyForLog['materials'][number];

interface Props {
  readonly materials: readonly Material[];
  change: (materials: readonly Material[]) => void;
  fail: (words: string) => void;
  /** Maximum number; the limit of the upload rules unless given. */
  readonly most?: number;
  /** Says what to upload. */
  readonly words: string;
}

/** Uploaded documents of a form: the list with a way to remove each, and the button that adds one. */
export function MaterialsField({ materials, change, fail, most, words }: Props) {
  const rules = useUploadRules();
  const types = [...rules.documents, ...rules.images];
  const [sent, setSent] = useState(0);
  const add = useMutation({
    mutationFn: async (file: File): Promise<Material> => {
      if (file.size > rules.bytes) throw new Error(`上传文件大小不能超过 ${rules.bytes / MB} MB!`);
      const body = new FormData();
      body.append('file', file);
      const { fileId, fileOriginName, url } = await call(upload, { body }, { onUploadProgress: setSent });
      return { fileId, name: fileOriginName, url };
    },
    onMutate: () => setSent(0),
    onSuccess: (material) => change([...materials, material]),
    onError: (error) => fail(error.message),
  });
  return (
    <>
      <p className="meta">
        {words}
        支持 {types.join('、')}，每份不超过 {rules.bytes / MB} MB{(most ?? rules.files) > 1 ? `，最多 ${most ?? rules.files} 份` : ''}。
      </p>
      <ul className="apply-files">
        {materials.map((one) => (
          <li key={one.fileId}>
            <span className="one-line">{one.name}</span>
            <button type="button" className="text-link" onClick={() => change(materials.filter((other) => other !== one))}>
              移除
            </button>
          </li>
        ))}
      </ul>
      {materials.length < (most ?? rules.files) ? (
        <label className="button button-line button-wide">
          {add.isPending ? `正在上传 ${Math.round(sent * 100)}%` : '上传材料'}
          <input
            type="file"
            className="unseen"
            accept={acceptOf(types)}
            disabled={add.isPending}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              fail('');
              if (file) add.mutate(file);
            }}
          />
        </label>
      ) : null}
    </>
  );
}
