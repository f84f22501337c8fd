import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { KEYWORD_LENGTH } from '../../../contract/limits.ts';
import { inLatin } from '../../format/script.ts';
import { Icon } from '../frame/icon.tsx';
import { SEARCH } from '../frame/search-field.tsx';
import { type Suggestion, useSuggestions } from './suggestion-list.ts';

/** The input of the search page, with a list of suggestions below it. During IME composition it sends no requests and handles no keys. */
export function SearchBox({ atOnce }: { atOnce: boolean }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const keyword = params.get('keyword') ?? '';
  /** Empty while no list is to be shown. */
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(-1);
  const suggestions = useSuggestions(typed);
  const chosen = suggestions[at];
  const open = suggestions.length > 0;

  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = keyword;
  }, [keyword]);
  useEffect(() => {
    if (atOnce) input.current?.focus();
  }, [atOnce]);

  const take = (words: string): void => {
    setTyped(words.trim());
    setAt(-1);
  };
  const leave = (): void => {
    take('');
    // Hides the on-screen keyboard, so that the results are visible.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
  };
  const choose = ({ to, text }: Suggestion): void => {
    if (input.current && to.startsWith(SEARCH)) input.current.value = text;
    leave();
    void navigate(to, { replace: to.startsWith(SEARCH) });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen) return choose(chosen);
    const words = input.current?.value.trim() ?? '';
    if (!words) return input.current?.focus();
    leave();
    void navigate(`${SEARCH}?keyword=${encodeURIComponent(words)}`, { replace: true });
  };
  const onType = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>): void => {
    if (!(nativeEvent as InputEvent).isComposing) take(currentTarget.value);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && open) {
      event.preventDefault();
      // After the last suggestion the selection returns to the input.
      const places = suggestions.length + 1;
      setAt(((at + 1 + step + places) % places) - 1);
    } else if (step === 1) take(event.currentTarget.value);
    else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      take('');
    }
  };

  return (
    <search
      className="search-box"
      aria-label="搜索"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && take('')}
    >
      <form className="pill" onSubmit={submit}>
        <Icon name="search" size={20} />
        <input
          ref={input}
          type="text"
          role="combobox"
          name="keyword"
          aria-label="搜索"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-activedescendant={chosen ? `${list}-${at}` : undefined}
          placeholder="搜书、作者、书里的一句话"
          defaultValue={keyword}
          maxLength={KEYWORD_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          onInput={onType}
          onCompositionEnd={({ currentTarget }) => take(currentTarget.value)}
          onKeyDown={onKey}
        />
      </form>
      {open ? (
        // The keyboard stays in the field; a press must not take it away first.
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- no list of the browser shows where the words match
        <div id={list} className="suggestions" role="listbox" aria-label="搜索建议" onPointerDown={(event) => event.preventDefault()}>
          {suggestions.map((one, index) => (
            <Row key={`${one.kind} ${one.to}`} id={`${list}-${index}`} suggestion={one} chosen={index === at} choose={() => choose(one)} />
          ))}
        </div>
      ) : null}
      <output className="unseen">{open ? `${suggestions.length} 条建议，用上下箭头选择` : ''}</output>
    </search>
  );
}

function Row({ id, suggestion, chosen, choose }: { id: string; suggestion: Suggestion; chosen: boolean; choose: () => void }) {
  const { icon, text, note, kind } = suggestion;
  return (
    // eslint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- an option of a page can have no picture; the field hears the keys
    <div id={id} className="suggestion" role="option" tabIndex={-1} aria-selected={chosen} onClick={choose}>
      <Icon name={icon} size={20} className="soft" />
      <span className="suggestion-text one-line" {...inLatin(text)}>
        <Marked suggestion={suggestion} />
      </span>
      <span className="unseen">，{kind}</span>
      {note ? (
        <span className="meta one-line" {...inLatin(note)}>
          {note}
        </span>
      ) : null}
    </div>
  );
}

function Marked({ suggestion: { text, marks } }: { suggestion: Suggestion }) {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {marks.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ends[index], from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
