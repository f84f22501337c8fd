import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { shortDate } from '../../format/date.ts';
import { SectionHead } from '../frame/section-head.tsx';
import { notices } from './home-questions.ts';

export function HomeNotices() {
  const { data } = useQuery(notices);
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="home-notices">
      <SectionHead title="通知公告" to="/cms/main/notice" />
      <ul>
        {data.rows.map((notice) => (
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
