import { type SyntheticEvent, useEffect, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { TEXTBOOK_STAGES } from '../../../contract/catalog/textbook-stage.ts';
import { JOIN_CLASS_PATH, TEXTBOOKS_PATH } from '../../../contract/textbook/textbook.site.ts';
import { loadable } from '../../loading/loadable.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { Chip } from '../catalog/chip.tsx';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { loginPath } from '../frame/login-path.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { TextbookCard } from './textbook-card.tsx';
import { forgetWantedCode, wantedCode } from './wanted-code.ts';
import { addressOf, banners, blocks, changed, facets, filterOf, mine, type TextbookFilter, textbooks } from './textbook-queries.ts';
import '../catalog/browse.css';
import '../content/home.css';
import './textbook-list.css';

const BannerRail = loadable(async () => (await import('../content/banner-rail.tsx')).BannerRail);
const OwnTextbooks = loadable(async () => (await import('./own-textbooks.tsx')).OwnTextbooks);
const HomeBlocks = loadable(async () => (await import('../content/home-blocks.tsx')).HomeBlocks);
const CodeSheet = loadable(async () => (await import('./code-sheet.tsx')).CodeSheet);
const SampleSheet = loadable(async () => (await import('./sample-sheet.tsx')).SampleSheet);

/** #25, S2.1.18: the digital textbooks by stage, subject and term; one's own come first. */
export function TextbookListScreen() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const choose = (next: TextbookFilter): void => setParams(addressOf(next), { replace: true, preventScrollReset: true });
  const { now } = useSnapshot(session);
  const signedIn = now.state === 'authenticated';
  const teaches = signedIn && hasPermission(now.permissions, 'teaching:course:teach');
  const [asked, setAsked] = useState<BookCard | null>(null);
  const navigate = useNavigate();
  const [code, setCode] = useState(() => wantedCode() || null);
  // The code of a printed book waits for the sign-in.
  useEffect(() => {
    if (code !== null && now.state === 'anonymous') void navigate(loginPath(TEXTBOOKS_PATH));
  }, [code, now.state, navigate]);
  const list = useInfiniteQuery(textbooks(filter));
  const own = useQuery({ ...mine, enabled: signedIn });
  const shownBanners = useQuery(banners).data ?? [];
  const shownBlocks = useQuery(blocks).data ?? [];
  const { data, error } = list;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  const owned = new Set(own.data?.map(({ publishId }) => publishId));
  const filtered = Object.keys(filter).length > 0;

  return (
    <div className="textbooks measure">
      <NavBar title="数字教材">
        <button
          type="button"
          className="button button-wash textbook-join"
          onClick={() => (signedIn ? setCode('') : void navigate(loginPath(TEXTBOOKS_PATH)))}
        >
          输入激活码
        </button>
        <Link className="button button-wash textbook-join" to={JOIN_CLASS_PATH}>
          加入班级
        </Link>
      </NavBar>
      {shownBanners.length > 0 && !filtered ? <BannerRail banners={shownBanners} /> : null}
      {own.data && own.data.length > 0 && !filtered ? <OwnTextbooks books={own.data} /> : null}
      <Finder key={filter.text ?? ''} filter={filter} choose={choose} />
      <Facets filter={filter} choose={choose} />
      {filtered || shownBlocks.length === 0 ? null : <HomeBlocks blocks={shownBlocks.map((block) => ({ ...block, more: '' }))} />}
      <section aria-label="全部教材" aria-busy={!data && !error}>
        <output className="meta textbook-count">{data && rows.length > 0 ? `共 ${total} 种教材` : ''}</output>
        {error && !data ? (
          <Failed error={error} retry={() => void list.refetch()} />
        ) : !data ? (
          <div className="textbook-grid">
            {[0, 1, 2, 3].map((at) => (
              <Skeleton key={at} height={196} />
            ))}
          </div>
        ) : rows.length === 0 ? (
          <Empty
            drawing={filtered ? 'find' : 'boat'}
            title="暂无数字教材"
            reason={filtered ? '换一个学段或学科，也许就有了。' : '编辑部正在准备，过几天再来看看。'}
          >
            {filtered ? (
              <button type="button" className="button button-fill button-tall" onClick={() => choose({})}>
                看全部教材
              </button>
            ) : null}
          </Empty>
        ) : (
          <>
            <Stale error={error} />
            <div className="textbook-grid">
              {rows.map((book) => (
                <TextbookCard key={book.publishId} book={book} owned={owned.has(book.publishId)} ask={teaches ? setAsked : null} />
              ))}
            </div>
            <More list={list} end={`共 ${total} 种，已经到底了`} />
          </>
        )}
      </section>
      {code !== null && signedIn ? <CodeSheet code={code} close={() => (forgetWantedCode(), setCode(null))} /> : null}
      {asked ? <SampleSheet book={asked} close={() => setAsked(null)} /> : null}
    </div>
  );
}

interface ChoiceProps {
  filter: TextbookFilter;
  choose: (filter: TextbookFilter) => void;
}

function Finder({ filter, choose }: ChoiceProps) {
  const [typed, setTyped] = useState(filter.text ?? '');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    choose(changed(filter, { text: typed.trim() || undefined }));
  };
  return (
    <search className="textbook-finder" aria-label="找教材">
      <form className="pill" onSubmit={submit}>
        <Icon name="search" size={20} />
        <input
          type="search"
          aria-label="书名、作者或课程"
          placeholder="书名、作者或课程"
          maxLength={30}
          enterKeyHint="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </search>
  );
}

function Facets({ filter, choose }: ChoiceProps) {
  const { data } = useQuery(facets);
  const rows = [
    ['学段', 'stage', data?.stages.map(({ value }) => [value, TEXTBOOK_STAGES[value]] as const)],
    ['学科', 'subject', data?.subjects.map(({ value }) => [value, value] as const)],
    ['学期', 'term', data?.terms.map(({ value }) => [value, value] as const)],
  ] as const;
  return rows.map(([label, name, options]) =>
    options && options.length > 0 ? (
      <fieldset key={name} className="textbook-facet" aria-label={label}>
        <span className="filter-name">{label}</span>
        <div className="browse-chip-row">
          <Chip name="全部" on={!filter[name]} pick={() => choose(changed(filter, { [name]: undefined }))} />
          {options.map(([value, words]) => (
            <Chip key={value} name={words} on={filter[name] === value} pick={() => choose(changed(filter, { [name]: value }))} />
          ))}
        </div>
      </fieldset>
    ) : null,
  );
}
