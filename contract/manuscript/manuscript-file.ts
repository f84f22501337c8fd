import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, ids } from '../page.ts';
import { FILE_ROLES } from './manuscript-limits.ts';

const file = z.object({
  archiveFileId: z.number(),
  fileRole: z.enum(FILE_ROLES),
  fileName: z.string(),
  fileSize: z.number(),
  status: z.enum(['current', 'superseded']),
  uploaderName: z.string(),
  createTime: z.string(),
});
export type ManuscriptFile = z.output<typeof file>;

/** #112: the files of a manuscript; authors see those that concern them. */
export const manuscriptFiles = endpoint('GET /cms/archive/file/list', {
  summary: '稿件附件',
  access: 'signed-in',
  query: z.object({ archiveId: id }),
  data: z.array(file),
});

/** Path of the resumable upload (tus 1.0) of files of manuscripts and of their masters, for every user who is signed in. */
export const MANUSCRIPT_UPLOAD_PATH = '/manuscript-uploads';

/** Takes a finished upload as a file; recordings and films come this way. `replaces` supersedes an earlier file. */
export const addUploadedFile = endpoint('POST /cms/archive/file/uploaded', {
  summary: '收下传好的附件',
  access: 'signed-in',
  once: true,
  body: z.object({
    archiveId: id,
    fileRole: z.enum(FILE_ROLES, '请选择附件类别'),
    uploadId: z.string('请先上传文件').regex(/^[0-9a-f]{16,64}$/, '上传编号不正确'),
    replaces: id.nullish(),
  }),
  data: file,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** A link for the player of a recording or a film; it works for the same user and session, for some minutes. */
export const playLink = z.object({ url: z.string(), mime: z.string() });
export const playManuscriptFile = endpoint('GET /cms/archive/file/play/{archiveFileId}', {
  summary: '播放稿件附件',
  access: 'signed-in',
  params: z.object({ archiveFileId: id }),
  data: playLink,
});

/** A document of up to 200 MB; `replaces` supersedes an earlier one. */
export const uploadManuscriptFile = endpoint('POST /cms/archive/file', {
  summary: '上传稿件附件',
  access: 'signed-in',
  query: z.object({ archiveId: id, fileRole: z.enum(FILE_ROLES, '请选择附件类别'), replaces: id.optional() }),
  multipart: true,
  data: file,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const downloadManuscriptFile = endpoint('GET /cms/archive/file/download/{archiveFileId}', {
  summary: '下载稿件附件',
  access: 'signed-in',
  params: z.object({ archiveFileId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const removeManuscriptFiles = endpoint('DELETE /cms/archive/file/{archiveFileIds}', {
  summary: '删除稿件附件',
  access: 'signed-in',
  params: z.object({ archiveFileIds: ids }),
});
