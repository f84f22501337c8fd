import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Icon } from './icon.tsx';

export const SEARCH = '/cms/main/search';

/** One box; while an input method composes, Enter belongs to it. */
export function SearchField({
  className = '',
  placeholder,
  label = '搜索',
  atOnce = false,
}: {
  className?: string;
  placeholder: string;
  label?: string;
  atOnce?: boolean;
}) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const asked = pathname === SEARCH ? (params.get('keyword') ?? '') : '';
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = asked;
  }, [asked]);

  useEffect(() => {
    if (atOnce) input.current?.focus();
  }, [atOnce]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const keyword = input.current?.value.trim() ?? '';
    if (!keyword) return input.current?.focus();
    void navigate(`${SEARCH}?keyword=${encodeURIComponent(keyword)}`, { replace: pathname === SEARCH });
    // A keyboard on the screen makes room for what was found.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
  };

  return (
    <search className={className} aria-label={label}>
      <form className="pill" onSubmit={submit}>
        <Icon name="search" size={20} />
        <input
          ref={input}
          type="search"
          name="keyword"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={asked}
          maxLength={50}
          enterKeyHint="search"
          autoComplete="off"
        />
      </form>
    </search>
  );
}
