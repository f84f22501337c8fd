import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { session } from '../../session/session.store.ts';
import { Logo } from '../frame/logo.tsx';
import { Icon } from '../frame/icon.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { BannerRail } from './banner-rail.tsx';
import { ContinueCard } from './continue-card.tsx';
import * as questions from './home-queries.ts';
import { HomeBlocks } from './home-blocks.tsx';
import './home.css';

export function HomeScreen() {
  const shown = useQuery(questions.blocks);
  const { now } = useSnapshot(session);
  if (shown.isError && !shown.data) return <Failed heading="h1" error={shown.error} retry={() => void shown.refetch()} />;
  return (
    <div className="home measure">
      <h1 className="unseen">书舟首页</h1>
      <div className="home-head phone-only">
        <Link className="logo" to="/" aria-label="书舟首页">
          <Logo />
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
      <Stale error={shown.error} />
      <div className="home-first">
        <Banners />
        <ContinueCard signedIn={now.state !== 'anonymous'} />
      </div>
      <HomeBlocks blocks={shown.data} />
      {shown.data ? <p className="end-line">已经到底了，去书里看看吧</p> : null}
    </div>
  );
}

function Banners() {
  const { data, isError } = useQuery(questions.banners);
  if (isError || data?.length === 0) return <BannerRail banners={[DEFAULT_BANNER]} />;
  return data ? <BannerRail banners={data} /> : <span className="banner skeleton" />;
}

/** Shown until the editors add banners. */
const DEFAULT_BANNER = {
  bannerId: 0,
  title: '书舟',
  subtitle: '翻开就读，断网也能接着读',
  note: '启明外语音像出版社',
  image: '',
  mobileImage: '',
  drawing: 'bridge',
  linkType: 'none' as const,
  linkValue: '',
};
