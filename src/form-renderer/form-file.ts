import { useEffect, useState } from 'react';
import { formFile } from '../../contract/workflow/flow-form.ts';
import { CallError, request } from '../api/call.ts';
import { receiveFile } from '../api/receive-file.ts';
import type { FormFile } from './file-upload.ts';

/** Saves a file of a form; the server checks who may read it. Throws `CallError`. */
export const saveFormFile = ({ url }: FormFile): Promise<unknown> => receiveFile(formFile, { resource: url });

export type LoadFile = (url: string) => Promise<Blob>;

/** Reads a file of a form. A request with the session is needed, so an address in the page would not do. */
export const loadFormFile: LoadFile = async (url) => {
  const { data, headers } = await request({ method: formFile.method, path: formFile.path, query: { resource: url }, responseType: 'blob' });
  if (String(headers['content-type'] ?? '').startsWith('application/json')) throw new CallError(404, '文件不存在，或您没有权限查看');
  return data as Blob;
};

/** Returns addresses under which the page can show pictures, by their addresses on the server; those that are still loading are missing. */
export function usePictures(urls: readonly string[], load: LoadFile): Readonly<Record<string, string>> {
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({});
  const key = urls.join('\n');
  useEffect(() => {
    let here = true;
    const made: string[] = [];
    for (const url of key === '' ? [] : key.split('\n'))
      void load(url).then(
        (blob) => {
          if (!here) return;
          const address = URL.createObjectURL(blob);
          made.push(address);
          setPictures((before) => ({ ...before, [url]: address }));
        },
        () => undefined,
      );
    return () => {
      here = false;
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, [key, load]);
  return pictures;
}
