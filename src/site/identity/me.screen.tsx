import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { canOpenAdmin, session } from '../../session/session.store.ts';
import { loadDownloads } from '../../downloads/downloads.store.ts';
import { bytes } from '../../format/bytes.ts';
import { timeAgo } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { loadable } from '../../loading/loadable.ts';
import { readPath } from '../book-tile/book-tile.tsx';
import { Avatar } from '../frame/avatar.tsx';
import { Cover } from '../../cover/cover.tsx';
import { Icon, type IconName } from '../frame/icon.tsx';
import { CENTRE } from '../frame/places.ts';
import { ProgressBar } from '../frame/progress-bar.tsx';
import { SectionHead } from '../frame/section-head.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Stale } from '../frame/state.tsx';
import { askToInstall, installPrompt } from '../../install/install-prompt.store.ts';
import { addsByHand } from '../library/home-screen.ts';
import { statistics } from '../library/library-queries.ts';
import { useDownloaded } from '../library/use-downloaded.ts';
import { recentReading } from '../content/home-queries.ts';
import { unreadMessages } from '../../../contract/inbox/message.ts';
import { queryOf } from '../../api/query-client.ts';
import { useLogOut } from './log-out.ts';
import './me.css';

/** Read each time: messages arrive while the app is open. */
const unreadCount = { ...queryOf(unreadMessages, {}), staleTime: 0 };
const AgreementSheet = loadable(async () => (await import('./agreement-sheet.tsx')).AgreementSheet);
const HomeScreenSheet = loadable(async () => (await import('../library/home-screen-sheet.tsx')).HomeScreenSheet);

export function MeScreen() {
  const { now } = useSnapshot(session);
  const kept = useDownloaded();
  const [looked, setLooked] = useState(false);
  useEffect(() => void loadDownloads().finally(() => setLooked(true)), []);
  const numbers = useQuery(statistics);
  const leave = useLogOut();
  const [adding, setAdding] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const unread = useQuery(unreadCount).data ?? 0;
  const { offered } = useSnapshot(installPrompt);
  const person = now.state === 'authenticated' ? now.user : null;
  const bytesKept = kept.books + kept.media;
  const counts = [
    ['收藏', numbers.data?.collects, '/personalCenter/favorite?tab=collect'],
    ['下载', looked ? kept.whole : undefined, '/personalCenter/download'],
    ['在读', numbers.data?.reading, '/personalCenter/favorite'],
    ['读完', numbers.data?.finished, '/personalCenter/favorite'],
  ] as const;
  return (
    <div className="me measure">
      <h1 className="unseen">我的</h1>
      <header className="me-person">
        {person ? (
          <Avatar name={person.nickName || person.userName} picture={person.avatar} size={56} />
        ) : (
          <Skeleton width={56} height={56} round={28} />
        )}
        <div className="me-words">
          <b className="serif one-line">{person ? person.nickName || person.userName : <Skeleton width={96} height={22} />}</b>
          <p className="meta one-line">{person?.introduction || (person ? `用户名 ${person.userName}` : '\u00a0')}</p>
        </div>
        <Link className="icon-button" to="/personalCenter/profile" aria-label="资料与设置">
          <Icon name="gear" />
        </Link>
      </header>
      {numbers.data ? <Stale error={numbers.error} /> : null}
      <ul className="me-counts">
        {counts.map(([name, value, to]) => (
          <li key={name}>
            <Link to={to}>
              <b>{value === undefined ? '–' : count(value)}</b>
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="me-columns">
        <Recent />
        <ul className="card me-menu">
          <MenuRow icon="shelf" name="我的书架" to="/personalCenter/favorite" />
          <MenuRow icon="copy" name="我的订单" to="/personalCenter/order" />
          <MenuRow icon="download" name="我的下载" note={bytesKept > 0 ? bytes(bytesKept) : ''} to="/personalCenter/download" />
          <MenuRow icon="note" name="我的笔记" to="/personalCenter/notes" />
          <MenuRow icon="book" name="生词本" to="/personalCenter/words" />
          <MenuRow icon="eye" name="浏览历史" to="/personalCenter/history" />
          <MenuRow icon="clock" name="阅读统计" to="/personalCenter/reading" />
          <MenuRow icon="flag" name="错字反馈" to="/personalCenter/errata" />
          <MenuRow icon="quote" name="作者留言" to="/cms/main/message" />
          <MenuRow icon="me" name="我的资料" to="/personalCenter/profile" />
          <MenuRow icon="bell" name="消息" note={unread > 0 ? `${unread} 条未读` : ''} to="/personalCenter/message" />
          <MenuRow icon="star" name="学者馆" to="/cms/main/cmsScholarHouse" />
          <MenuRow icon="quote" name="学者资讯" to="/cms/main/information" />
          <MenuRow icon="note" name="作者后台" to="/authorBackground/default" />
          <MenuRow icon="list" name="收益与推广" to="/personalCenter/revenue" />
          <MenuRow icon="check" name="我的评审" to="/personalCenter/review" />
          <MenuRow icon="flag" name="大赛" to="/cms/main/contest" />
          <MenuRow icon="flag" name="我的大赛" to="/personalCenter/contests" />
          <MenuRow icon="note" name="期刊投稿" to="/cms/main/cmsPeriodical" />
          <MenuRow icon="ear" name="专家辅导" to="/authorBackground/professorCenter" />
          <MenuRow icon="list" name="通知公告" to="/cms/main/notice" />
          <MenuRow icon="compass" name="公众号排行" to="/cms/main/wechatAccount" />
          <MenuRow icon="quote" name="关于我们与意见反馈" to="/cms/main/cmsAbout" />
          <SheetRow icon="shield" name="用户协议与隐私" open={() => setAgreed(true)} />
          {offered ? <SheetRow icon="phone" name="安装书舟" note="从桌面打开" open={() => void askToInstall()} /> : null}
          {addsByHand() ? <SheetRow icon="phone" name="添加到主屏幕" open={() => setAdding(true)} /> : null}
          {now.state === 'authenticated' && canOpenAdmin(now.roles) ? <MenuRow icon="admin" name="进入后台" to="/admin/index" /> : null}
          <li>
            <button type="button" className="me-row" onClick={leave}>
              <Icon name="leave" className="soft" />
              <span className="me-row-name">退出登录</span>
            </button>
          </li>
        </ul>
      </div>
      {agreed ? <AgreementSheet close={() => setAgreed(false)} /> : null}
      {adding ? <HomeScreenSheet close={() => setAdding(false)} /> : null}
    </div>
  );
}

function MenuRow({ icon, name, to, note = '' }: { icon: IconName; name: string; to: string; note?: string }) {
  return (
    <li>
      <Link className="me-row" to={to}>
        <Icon name={icon} className="soft" />
        <span className="me-row-name">{name}</span>
        <span className="meta">{note}</span>
        <Icon name="right" size={18} className="soft" />
      </Link>
    </li>
  );
}

function SheetRow({ icon, name, open, note = '' }: { icon: IconName; name: string; open: () => void; note?: string }) {
  return (
    <li>
      <button type="button" className="me-row" onClick={open}>
        <Icon name={icon} className="soft" />
        <span className="me-row-name">{name}</span>
        <span className="meta">{note}</span>
        <Icon name="right" size={18} className="soft" />
      </button>
    </li>
  );
}

function Recent() {
  const { data, error } = useQuery(recentReading);
  const rows = data?.rows.slice(0, 3);
  return (
    <section className="card me-recent" aria-label="最近阅读">
      <SectionHead title="最近阅读" {...(rows && rows.length > 0 ? { to: '/personalCenter/favorite' } : {})} />
      {rows?.length === 0 ? (
        <p className="me-nothing">
          还没有阅读记录。
          <Link className="text-link" to={CENTRE}>
            去挑一本书
          </Link>
        </p>
      ) : rows ? (
        <ul>
          {rows.map(({ book, progress }) => (
            <li key={book.publishId}>
              <Link className="me-book" to={readPath(book.publishId)}>
                <Cover book={book} scale="small" />
                <span className="me-words">
                  <b className="serif one-line" {...inLatin(book.title)}>
                    {book.title}
                  </b>
                  <span className="meta one-line">
                    {progress.chapterTitle || book.authorsText} · {timeAgo(progress.updateTime)}
                  </span>
                  <ProgressBar percent={progress.percent} label={`${inTitleMarks(book.title)}读到`} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : error ? (
        <p className="me-nothing">联网后显示最近读过的书。</p>
      ) : (
        <div className="me-book" aria-hidden="true">
          <Skeleton width={48} height={64} />
          <span className="me-words">
            <Skeleton width="50%" height={16} />
            <Skeleton width="80%" height={12} top={10} />
          </span>
        </div>
      )}
    </section>
  );
}
