import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Skeleton } from 'antd';
import { compareVersions } from '../../../contract/manuscript/manuscript-version.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import './manuscript.css';

interface Props {
  readonly archiveId: number;
  readonly from: number;
  readonly to: number;
  /** The paragraph to show first. */
  readonly at?: string;
  readonly onClose: () => void;
}

const scrollHere = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

/** Two versions paragraph by paragraph; unchanged paragraphs are shown next to changed ones only. */
export function VersionComparison({ archiveId, from, to, at, onClose }: Props) {
  useRestoreFocus();
  const found = useQuery(queryOf(compareVersions, { query: { archiveId, from, to } }));
  const here = found.data?.lines.findIndex(({ kind, after }) => kind !== 'same' && after === at) ?? -1;
  return (
    <Modal open title={`第 ${from} 版 → 第 ${to} 版`} width={900} footer={null} onCancel={onClose}>
      {found.isError ? (
        <LoadFailed query={found} />
      ) : !found.data ? (
        <Skeleton active title={false} />
      ) : found.data.lines.length === 0 ? (
        <p className="soft">两版的文字相同</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the comparison scrolls
        <section className="version-compare" tabIndex={0} aria-label="逐段比较">
          {found.data.lines.map((line, index) => (
            <p
              key={`${index} ${line.kind}`}
              ref={index === here ? scrollHere : null}
              className={`compare-${line.kind}${index === here ? ' compare-here' : ''}`}
            >
              {line.kind !== 'added' && line.kind !== 'same' ? <del>{line.before}</del> : null}
              {line.kind !== 'removed' ? line.kind === 'same' ? <span className="soft">{line.after}</span> : <ins>{line.after}</ins> : null}
            </p>
          ))}
          {found.data.cut ? <Alert type="info" showIcon title="改动太多，只显示前面的部分；请下载两版比较" /> : null}
        </section>
      )}
    </Modal>
  );
}
