import { Alert, Button } from 'antd';
import { useSnapshot } from 'valtio/react';
import { decidePublicationPrice, type PriceEvent, type Publication } from '../../../contract/catalog/publication.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { session } from '../../session/session.store.ts';
import { useActs } from '../crud/use-resource.tsx';
import { useStale } from './publication-actions.ts';

type Price = Pick<Publication, 'isFree' | 'listPriceFen' | 'salePriceFen'>;
const words = ({ isFree, listPriceFen, salePriceFen }: Price): string =>
  isFree === '1' ? '免费' : `定价 ${price(listPriceFen)}，售价 ${price(salePriceFen)}`;

/** A price that waits for a second person: the new price, and the actions this user may take. */
export function ProposedPrice({ book, may }: { book: Publication; may: (permission: string) => boolean }) {
  const { now } = useSnapshot(session);
  const stale = useStale();
  const { act } = useActs(async () => void (await stale()));
  const { proposedPrice: proposal, publishId, version } = book;
  if (!proposal) return null;
  const own = now.state === 'authenticated' && now.user.userId === proposal.proposerId;
  const decide = (event: PriceEvent, done: string) =>
    void act(() => call(decidePublicationPrice, { params: { event, publishId }, body: { version } }), done);
  const buttons = own ? (
    <Button size="small" onClick={() => decide('withdraw', '已撤回')}>
      撤回
    </Button>
  ) : may('publish:publication:publish') ? (
    <>
      <Button size="small" type="primary" onClick={() => decide('confirm', '已确认，新价格立即生效')}>
        确认
      </Button>
      <Button size="small" onClick={() => decide('decline', '已驳回新价格')}>
        不同意
      </Button>
    </>
  ) : null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={`新价格等待${own ? '另一位作品管理员' : ''}确认`}
      description={
        <>
          {words(book)} → <strong>{words(proposal)}</strong>
          <div className="soft">
            {proposal.proposerName} 提出于 {proposal.proposedAt.slice(0, 16)}，确认前仍按现在的价格
          </div>
          <div style={{ display: 'flex', gap: 8, marginTop: 8 }}>{buttons}</div>
        </>
      }
    />
  );
}
