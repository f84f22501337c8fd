import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';

export const upload = endpoint('POST /common/upload', {
  summary: '上传文件',
  access: 'signed-in',
  multipart: true,
  answer: z.object({
    fileName: z.string(),
    fileOriginName: z.string(),
    url: z.string(),
    fileId: z.number(),
    newFileName: z.string(),
    originalFilename: z.string(),
  }),
});

/** A file that the caller exported in the last ten minutes; `delete` removes it after sending. */
export const download = endpoint('GET /common/download', {
  summary: '下载临时文件',
  access: 'signed-in',
  query: z.object({ fileName: z.string().max(300), delete: z.string().optional() }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const downloadResource = endpoint('GET /common/download/resource', {
  summary: '下载已上传的文件',
  access: 'signed-in',
  query: z.object({ resource: z.string().max(300) }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const illegalFileName = (name: string): string => `文件名称(${name})非法，不允许下载。`;
