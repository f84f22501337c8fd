import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import { compareManuscripts } from '../../../contract/periodical/journal-submission.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly submissionId: number;
  readonly from: number;
  readonly to: number;
  readonly onClose: () => void;
}

const NAMES = { same: '', removed: '删去', added: '新增', changed: '改动' } as const;

/** What an author changed between two manuscripts, with the paragraph around each change. */
export function CompareDialog({ submissionId, from, to, onClose }: Props) {
  useRestoreFocus();
  const found = useQuery(queryOf(compareManuscripts, { params: { submissionId }, query: { from, to } }));
  return (
    <Modal open width={860} title="两稿比较" footer={null} onCancel={onClose}>
      {found.isError ? (
        <LoadFailed query={found} />
      ) : !found.data ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : found.data.length === 0 ? (
        <p className="soft">两稿的文字没有不同。</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text scrolls, and nothing in it may take the focus
        <section className="submission-compare" tabIndex={0} aria-label="逐段比较">
          {found.data.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same paragraph may stand twice
            <p key={`${index} ${line.kind}`} className={line.kind === 'same' ? 'soft' : ''}>
              {line.kind === 'same' ? (
                line.before
              ) : (
                <>
                  <span className="soft">{NAMES[line.kind]} </span>
                  {line.before ? <del>{line.before}</del> : null} {line.after ? <ins>{line.after}</ins> : null}
                </>
              )}
            </p>
          ))}
        </section>
      )}
    </Modal>
  );
}
