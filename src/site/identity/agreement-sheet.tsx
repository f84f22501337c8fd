import { useQuery } from '@tanstack/react-query';
import { queryBlocks } from '../../../contract/content/program-block.ts';
import { queryOf } from '../../api/query-client.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import '../frame/rich-text.css';
import './agreement.css';

/** The user agreement, as the operator wrote it under 栏目区块. */
export function AgreementSheet({ close }: { close: () => void }) {
  const { data, error, refetch } = useQuery(queryOf(queryBlocks, { query: { page: 'agreement' } }));
  return (
    <Sheet title="用户协议与隐私说明" close={close}>
      {data ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <section tabIndex={0} aria-label="全文">
          {data.map((block) =>
            block.source === 'html' ? (
              <section key={block.blockKey} className="agreement-part">
                {data.length > 1 ? <h3>{block.title}</h3> : null}
                {/* Cleaned by the server as it is read. */}
                <div className="rich-text" dangerouslySetInnerHTML={{ __html: block.content }} />
              </section>
            ) : null,
          )}
        </section>
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Sheet>
  );
}
