import { authorProof, finishAuthorProof } from '../../../contract/proof/author-proof.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient } from '../../api/query-client.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';

interface Given {
  readonly archiveId: number;
  /** What is given back: 校样, 样带. */
  readonly name: string;
  readonly marks: readonly unknown[];
  readonly changed: () => Promise<unknown>;
}

/** The steps of an author's own proof, of a work that is read or played. */
export function useProofSteps({ archiveId, name, marks, changed }: Given) {
  const again = async () => {
    await queryClient.invalidateQueries(allOf(authorProof));
    await changed();
  };
  const run = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work();
      void toast(said);
    } catch (error) {
      void toastError(error);
    }
    await again();
  };
  const finish = async () => {
    if (await confirm(`交回${name}？`, `共标出 ${marks.length} 处改动。交回后不能再改。`, '交回'))
      await run(() => call(finishAuthorProof, { params: { archiveId } }), '已交回，谢谢您');
  };
  return { again, run, finish };
}
