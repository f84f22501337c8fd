import { SEATS } from '../../../contract/commerce/order-limits.ts';

interface Props {
  readonly label: string;
  readonly count: number;
  readonly most?: number;
  readonly change: (count: number) => void;
}

/** A number of copies between 1 and the most, by buttons or typed. */
export function SeatCount({ label, count, most = SEATS.most, change }: Props) {
  const put = (next: number): void => change(Math.min(most, Math.max(1, Math.trunc(next) || 1)));
  return (
    <span className="seat-count">
      <button type="button" className="icon-button" aria-label={`减少${label}`} disabled={count <= 1} onClick={() => put(count - 1)}>
        −
      </button>
      <input aria-label={label} inputMode="numeric" maxLength={3} value={count} onChange={({ target }) => put(Number(target.value))} />
      <button type="button" className="icon-button" aria-label={`增加${label}`} disabled={count >= most} onClick={() => put(count + 1)}>
        +
      </button>
    </span>
  );
}
