import { useSearchParams } from 'react-router-dom';

/** The row that the address of a page asks to open, `?open=12`; opening and closing change only this parameter. */
export function useOpenRow(): { readonly id: number | null; readonly open: (id: number) => void; readonly close: () => void } {
  const [asked, setAsked] = useSearchParams();
  const text = asked.get('open') ?? '';
  const put = (id: number | null): void => {
    // The address of now: descriptions of lists keep the functions of an earlier render, and the list writes into the address too.
    const next = new URLSearchParams(window.location.search);
    if (id === null) next.delete('open');
    else next.set('open', String(id));
    setAsked(next, { replace: true });
  };
  return { id: /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null, open: put, close: () => put(null) };
}
