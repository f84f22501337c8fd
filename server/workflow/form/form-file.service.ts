import { isVForm, parseForm } from '../../../contract/workflow/form-parser.ts';
import type { AppContext } from '../../context.ts';
import type { FileReader } from '../../files/file-reader.ts';
import type { Sent } from '../../files/send-file.ts';
import { missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { deployForm, isRelated } from '../flow-instance.queries.ts';
import { instancesWith, uploadedFiles } from './flow-form.queries.ts';
import { filesIn } from './form-submission.service.ts';
import { ownsFile } from '../../files/file.policy.ts';

/**
 * Returns an uploaded file for its owner, and for everybody who has to do with an instance of the owner that contains it. Another user's
 * file is answered like a missing one.
 */
export async function readableFile(context: AppContext, currentUser: CurrentUser, resource: string): Promise<Sent> {
  const [file] = await uploadedFiles(context.db, [resource]);
  const gone = missing('文件不存在，或您没有权限查看');
  if (!file) throw gone;
  const sent: Sent = { key: file.fileName.slice(1), name: file.fileOriginName, mime: file.mime, size: file.size };
  if (ownsFile(file, currentUser) || file.isPublic === '1' || (await readsFormFile(context, currentUser, file))) return sent;
  throw gone;
}

/** Whether an instance of the owner contains the file and the user has to do with that instance. */
export const readsFormFile: FileReader = async ({ db }, currentUser, { ownerId, fileName: resource }) => {
  for (const instance of await instancesWith(db, ownerId, resource)) {
    const { id } = instance;
    if (!(await contains(db, instance, ownerId, resource))) continue;
    if (hasPermission(currentUser, 'flowable:definition:edit') || (await isRelated(db, id, currentUser.userId))) return true;
  }
  return false;
};

/** Whether an instance has the file in an upload field. Without a readable form only the starter's own files count. */
async function contains(
  db: AppContext['db'],
  { definitionId, startUserId, variables }: { definitionId: number; startUserId: number; variables: string },
  ownerId: number,
  resource: string,
): Promise<boolean> {
  const content = (await deployForm(db, definitionId))?.formContent ?? '';
  if (content === '' || isVForm(content)) return startUserId === ownerId;
  const { form } = parseForm(content, { repair: false });
  return filesIn(form, JSON.parse(variables) as Record<string, unknown>).has(resource);
}
