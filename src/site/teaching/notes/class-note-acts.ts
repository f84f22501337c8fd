import { bookClassNotes, classNotes, publishClassNote, removeClassNote, type ClassNote } from '../../../../contract/teaching/class-note.ts';
import { allOf } from '../../../api/all-of.ts';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { confirm, toast, toastError } from '../../frame/dialogs.ts';

/** After a change the notes are read again, in the reader and on the page of the class. */
export const refreshClassNotes = (): Promise<unknown> =>
  Promise.all([classNotes, bookClassNotes].map((one) => queryClient.invalidateQueries(allOf(one))));

/** Withdraws a note or shows it again; returns whether it was done. */
export async function setPublished({ noteId }: Pick<ClassNote, 'noteId'>, published: boolean): Promise<boolean> {
  if (!published && !(await confirm('撤回批注', '学生不再看到这条批注；您可以随时重新发布。', '撤回'))) return false;
  try {
    await call(publishClassNote, { params: { noteId }, body: { published } });
    await refreshClassNotes();
    void toast(published ? '已重新发布' : '已撤回，学生看不到了');
    return true;
  } catch (error) {
    void toastError(error);
    return false;
  }
}

/** Deletes a note for good; returns whether it was done. */
export async function dropNote({ noteId }: Pick<ClassNote, 'noteId'>): Promise<boolean> {
  if (!(await confirm('删除批注', '删除后不能恢复。', '删除'))) return false;
  try {
    await call(removeClassNote, { params: { noteId } });
    await refreshClassNotes();
    void toast('已删除');
    return true;
  } catch (error) {
    void toastError(error);
    return false;
  }
}
