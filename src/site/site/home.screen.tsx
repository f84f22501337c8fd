import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { session } from '../../session/session.store.ts';
import { BookRow, BookRowSkeleton } from '../catalog/book-row.tsx';
import { BookTile, BookTileSkeleton } from '../catalog/book-tile.tsx';
import { HouseMark } from '../frame/house-mark.tsx';
import { Icon } from '../frame/icon.tsx';
import { SectionHead } from '../frame/section-head.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { BannerRail } from './banner-rail.tsx';
import { ContinueCard } from './continue-card.tsx';
import * as questions from './home-questions.ts';
import { HomeNotices } from './home-notices.tsx';
import { SloganBand } from './slogan-band.tsx';
import './home.css';

const CENTRE = '/cms/main/cmsReadingCenter';
const slots = (n: number): number[] => Array.from({ length: n }, (_, index) => index);

export function HomeScreen() {
  const fresh = useQuery(questions.newBooks);
  const { now } = useSnapshot(session);
  if (fresh.isError && !fresh.data) return <Failed heading="h1" error={fresh.error} retry={() => void fresh.refetch()} />;
  return (
    <div className="home measure">
      <h1 className="unseen">书舟首页</h1>
      <div className="home-head phone-only">
        <Link className="logo" to="/" aria-label="书舟首页">
          <HouseMark />
          书舟
        </Link>
        <Link className="pill home-search" to="/cms/main/search">
          <Icon name="search" size={20} />
          <span className="one-line">搜书、作者、句子</span>
        </Link>
        <Link className="icon-button" to="/cms/main/notice" aria-label="通知公告">
          <Icon name="bell" />
        </Link>
      </div>
      <Stale error={fresh.error} />
      <div className="home-first">
        <Banners />
        <ContinueCard signedIn={now.state !== 'visitor'} />
      </div>
      {fresh.data?.rows.length === 0 ? null : (
        <>
          <SectionHead title="新书" note="刚刚上架" to={`${CENTRE}?sort=new`} />
          <div className="book-rail">
            {fresh.data
              ? fresh.data.rows.map((book, index) => <BookTile key={book.publishId} book={book} eager={index < 6} />)
              : slots(6).map((n) => <BookTileSkeleton key={n} />)}
          </div>
        </>
      )}
      <SloganBand />
      <div className="home-pair">
        <BookList title="编辑推荐" note="一本一本挑出来的" question={questions.recommendedBooks} to={`${CENTRE}?sort=hot`} />
        <BookList title="免费好书" note="翻开就读，不用付费" question={questions.freeBooks} to={`${CENTRE}?price=free`} />
      </div>
      <HomeNotices />
      <p className="end-line">已经到底了，去书里看看吧</p>
    </div>
  );
}

function Banners() {
  const { data, isError } = useQuery(questions.banners);
  if (isError || data?.length === 0) return <BannerRail banners={[HOUSE_BANNER]} />;
  return data ? <BannerRail banners={data} /> : <span className="banner skeleton" />;
}

/** What stands there while the editors have hung nothing else. */
const HOUSE_BANNER = {
  bannerId: 0,
  title: '书舟',
  subtitle: '翻开就读，断网也能接着读',
  note: '启明外语音像出版社',
  image: '',
  drawing: 'bridge',
  linkType: 'none' as const,
  linkValue: '',
};

function BookList({ title, note, question, to }: { title: string; note: string; question: typeof questions.freeBooks; to: string }) {
  const { data, isError } = useQuery(question);
  if (isError || data?.rows.length === 0) return null;
  return (
    <section>
      <SectionHead title={title} note={note} to={to} />
      <div className="home-list">
        {data ? data.rows.map((book) => <BookRow key={book.publishId} book={book} />) : slots(4).map((n) => <BookRowSkeleton key={n} />)}
      </div>
    </section>
  );
}
