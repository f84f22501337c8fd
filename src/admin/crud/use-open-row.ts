import { useSearchParams } from 'react-router-dom';

/** The row that the address of a page asks to open, `?open=12`; closing it removes it from the address. */
export function useOpenRow(): { readonly id: number | null; readonly close: () => void } {
  const [asked, setAsked] = useSearchParams();
  const text = asked.get('open') ?? '';
  return {
    id: /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null,
    close: () => setAsked((before) => (before.delete('open'), before), { replace: true }),
  };
}
