import { type FormEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from './icon.tsx';

export const SEARCH = '/cms/main/search';

/** The search field in the header of every page except the search page, which has a larger one. */
export function SearchField({ className, placeholder, label }: { className: string; placeholder: string; label: string }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const keyword = input.current?.value.trim() ?? '';
    if (!keyword) return input.current?.focus();
    void navigate(`${SEARCH}?keyword=${encodeURIComponent(keyword)}`);
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
          maxLength={50}
          enterKeyHint="search"
          autoComplete="off"
        />
      </form>
    </search>
  );
}
