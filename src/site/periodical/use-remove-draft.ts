import { useNavigate } from 'react-router-dom';
import { removeSubmission } from '../../../contract/periodical/own-submission.ts';
import { SUBMISSIONS_PATH } from '../../../contract/periodical/periodical.site.ts';
import { call } from '../../api/call.ts';
import { confirm, toastError } from '../frame/dialogs.ts';
import { refreshSubmissions } from './periodical-queries.ts';

/** Removes a draft after asking. */
export function useRemoveDraft(submissionId: number) {
  const navigate = useNavigate();
  return async () => {
    if (!(await confirm('删除这份草稿？', '填写的内容和上传的文件都会删除，不能恢复。', '删除'))) return;
    try {
      await call(removeSubmission, { params: { submissionId } });
      await refreshSubmissions();
      await navigate(SUBMISSIONS_PATH, { replace: true });
    } catch (error) {
      void toastError(error);
    }
  };
}
