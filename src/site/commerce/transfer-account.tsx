import type { OrderCard } from '../../../contract/commerce/order.ts';
import { price } from '../../format/number.ts';
import { toast } from '../frame/dialogs.ts';

const plain = (text: string): string => text.replace(/\s/g, '');
/** 6228 4800 0000 0000 000 */
const grouped = (account: string): string => plain(account).replace(/(.{4})(?=.)/g, '$1 ');

async function copy(text: string, what: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  void toast(copied ? `已复制${what}` : '没能复制，请长按文字复制');
}

/** Where the money of an order goes, and the number to quote with it. */
export function TransferAccount({ card, transfer }: { card: OrderCard; transfer: NonNullable<OrderCard['transfer']> }) {
  if (transfer.registered) return null;
  const rows: readonly (readonly [label: string, shown: string, copied: string])[] = [
    ['收款单位', transfer.holder, transfer.holder],
    ['开户银行', transfer.bank, transfer.bank],
    ['银行账号', grouped(transfer.account), plain(transfer.account)],
    ['转账金额', price(card.payFen), ''],
    ['附言', card.orderNo, card.orderNo],
  ];
  return (
    <section className="card transfer" aria-label="收款账户">
      <dl>
        {rows.map(([label, shown, copied]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{shown}</span>
              {copied ? (
                <button type="button" className="text-link" aria-label={`复制${label}`} onClick={() => void copy(copied, label)}>
                  复制
                </button>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className="meta">请在附言里写上订单号，一次转足应付的金额；金额不符的转账不能入账。</p>
    </section>
  );
}
