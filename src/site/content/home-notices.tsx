import type { NoticeCard } from '../../../contract/content/notice.ts';
import { Link } from 'react-router-dom';
import { shortDate } from '../../format/date.ts';
import { SectionHead } from '../frame/section-head.tsx';

export function HomeNotices({ title, notices }: { title: string; notices: readonly NoticeCard[] }) {
  return (
    <section className="home-notices">
      <SectionHead title={title} to="/cms/main/notice" />
      <ul>
        {notices.map((notice) => (
          <li key={notice.noticeId}>
            <Link to={`/cms/main/noticeDetail?noticeId=${notice.noticeId}`}>
              <span className="home-notice-title one-line">{notice.noticeTitle}</span>
              <span className="meta">{shortDate(notice.publishTime)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
