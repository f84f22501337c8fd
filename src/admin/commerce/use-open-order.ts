import { useSearchParams } from 'react-router-dom';

const NUMBER = /^DD\d{20}$/;

/** The order whose drawer the address opens, `?order=DD…`; opening and closing change only this parameter. */
export function useOpenOrder(): { readonly orderNo: string; readonly open: (orderNo: string) => void; readonly close: () => void } {
  const [asked, setAsked] = useSearchParams();
  const text = asked.get('order') ?? '';
  const put = (orderNo: string): void => {
    const next = new URLSearchParams(window.location.search);
    if (orderNo) next.set('order', orderNo);
    else next.delete('order');
    setAsked(next, { replace: true });
  };
  return { orderNo: NUMBER.test(text) ? text : '', open: put, close: () => put('') };
}
