import { useQuery } from '@tanstack/react-query';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { SEATS } from '../../../contract/commerce/order-limits.ts';
import { price } from '../../format/number.ts';
import { CheckoutSheet } from './checkout-sheet.tsx';
import { preview } from './commerce-queries.ts';

type Work = Pick<BookDetail, 'publishId' | 'title' | 'cover' | 'salePriceFen'>;

/** The smallest number of copies with a discount, and its price. */
function useGroupPrice({ publishId }: Pick<Work, 'publishId'>) {
  const rules = useQuery(preview([publishId], SEATS.least));
  const least = rules.data?.seats.least ?? SEATS.least;
  const asked = useQuery({ ...preview([publishId], least), enabled: rules.isSuccess });
  return { least, line: asked.data?.lines[0] };
}

/** What follows 团购 on its button. */
export function GroupPrice({ work }: { work: Work }) {
  const { least, line } = useGroupPrice(work);
  return line && line.fault === '' ? ` ${least} 份 ${price(line.payFen)}` : `（${least}份起有优惠）`;
}

export function GroupSheet({ work, close }: { work: Work; close: () => void }) {
  const { least } = useGroupPrice(work);
  const { publishId, title, cover, salePriceFen } = work;
  return <CheckoutSheet lines={[{ publishId, title, cover, shownFen: salePriceFen }]} copies={least} close={close} />;
}
