import type { FastifyRequest } from 'fastify';
import { MB, MEDIA } from '../../../contract/limits.ts';
import { FILE_KINDS } from '../../../contract/system/upload-rules.ts';
import type { AppContext } from '../../context.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { storeUpload } from '../../system/file/file.service.ts';
import { openUploadsIn } from '../../system/file/open-upload.service.ts';

const PICTURES = Object.keys(FILE_KINDS).filter((kind) => FILE_KINDS[kind]?.group === 'image');
const PICTURE_BYTES = 5 * MB;
const SOUND_BYTES = 50 * MB;

/** Stores a picture or a recording of a question (textbooks.md §14: 5 and 50 MB) and returns its address, by which students see it. */
export async function storeQuestionFile(context: AppContext, currentUser: CurrentUser, request: FastifyRequest): Promise<{ address: string }> {
  const { fileName } = await storeUpload(context, currentUser, request, {
    types: [...PICTURES, ...MEDIA.audio],
    bytes: SOUND_BYTES,
    check: (extension, bytes) => {
      if (PICTURES.includes(extension) && bytes.length > PICTURE_BYTES) throw failed(`图片不能超过${PICTURE_BYTES / MB}MB，请压缩后再上传`);
    },
  });
  await context.db.transaction().execute((tx) => openUploadsIn(tx, currentUser.userId, fileName));
  return { address: fileName };
}
