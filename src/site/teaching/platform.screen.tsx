import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { loadable } from '../../loading/loadable.ts';
import { hasPermission, session } from '../../session/session.store.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { loginPath } from '../frame/login-path.ts';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { openCourseList, PLATFORM } from './open-courses.ts';
import './teaching.css';

// A visitor sees the open courses only.
const CourseSheet = loadable(async () => (await import('./course-sheet.tsx')).CourseSheet);
const JoinSheet = loadable(async () => (await import('./join-sheet.tsx')).JoinSheet);
const Learning = loadable(async () => (await import('./learning.tsx')).Learning, <TeachingSkeleton />);
const Teaching = loadable(async () => (await import('./teaching.tsx')).Teaching, <TeachingSkeleton />);

type Tab = 'learn' | 'teach' | 'find';
const NAMES: Readonly<Record<Tab, string>> = { learn: '我学的', teach: '我教的', find: '发现' };

/** #26: what is to be done in the classes of a student, the courses of a teacher, and courses open to everybody. S2.1.19. */
export function PlatformScreen() {
  const { now } = useSnapshot(session);
  const [search, setSearch] = useSearchParams();
  const [making, setMaking] = useState(false);
  // The page of a textbook leads here to begin a course with it.
  const withBook = Number(search.get('newCourse')) || 0;
  const signedIn = now.state === 'authenticated';
  const teaches = signedIn && hasPermission(now.permissions, 'teaching:course:teach');
  const tabs: readonly Tab[] = signedIn ? ['learn', 'teach', 'find'] : ['find'];
  const tab = tabs.find((one) => one === search.get('tab')) ?? tabs[0] ?? 'find';
  const joining = search.get('join') !== null;
  const open = (part: Record<string, string>) => setSearch(part, { replace: true });
  return (
    <div className="teach measure">
      <NavBar title="智能数字教学平台" otherwise="/cms/main/cmsHomeIndex" />
      {signedIn ? null : <Welcome />}
      <div className="teach-top">
        {tabs.length > 1 ? (
          <div className="tabs" role="tablist" aria-label="智能数字教学平台">
            {tabs.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`teach-tab-${one}`}
                aria-selected={tab === one}
                aria-controls="teach-panel"
                onClick={() => open(one === 'learn' ? {} : { tab: one })}
              >
                {NAMES[one]}
              </button>
            ))}
          </div>
        ) : null}
        {signedIn ? (
          <div className="teach-acts">
            <button type="button" className="button button-wash" onClick={() => open({ ...(tab === 'learn' ? {} : { tab }), join: '1' })}>
              输入班级码
            </button>
            {teaches ? (
              <button type="button" className="button button-fill" onClick={() => setMaking(true)}>
                新建课程
              </button>
            ) : null}
          </div>
        ) : null}
      </div>
      <div {...(tabs.length > 1 ? { id: 'teach-panel', role: 'tabpanel', 'aria-labelledby': `teach-tab-${tab}` } : {})}>
        {tab === 'learn' ? <Learning join={() => open({ join: '1' })} /> : null}
        {tab === 'teach' ? <Teaching teaches={teaches} make={() => setMaking(true)} /> : null}
        {tab === 'find' ? <OpenCourses join={(classId) => open({ tab: 'find', join: String(classId) })} /> : null}
      </div>
      {joining && signedIn ? (
        <JoinSheet
          classId={Number(search.get('join')) > 1 ? Number(search.get('join')) : null}
          code={search.get('code') ?? ''}
          close={() => open(tab === 'learn' ? {} : { tab })}
        />
      ) : null}
      {making || (withBook > 0 && teaches) ? (
        <CourseSheet course={null} books={withBook > 0 ? [withBook] : []} close={() => (setMaking(false), withBook > 0 && open({ tab: 'teach' }))} />
      ) : null}
    </div>
  );
}

const STEPS = [
  ['老师', '从数字教材里挑题布置作业，两分钟发到班级；学情板上看到谁卡在哪一题。'],
  ['学生', '教材、听力和作业存到本机，没有网络也能读、听、作答；联网后自动交上去。'],
  ['判分', '客观题自动批改，全角半角、标点和大小写的差别不冤枉人；答案错了可以重新评分。'],
] as const;

function Welcome() {
  return (
    <section className="teach-welcome card">
      <h2>教材、班级和作业在一处</h2>
      <ul>
        {STEPS.map(([who, what]) => (
          <li key={who}>
            <b>{who}</b>
            <span>{what}</span>
          </li>
        ))}
      </ul>
      <Link className="button button-fill button-tall" to={loginPath(PLATFORM)}>
        登录后加入班级
      </Link>
    </section>
  );
}

function OpenCourses({ join }: { join: (classId: number) => void }) {
  const { now } = useSnapshot(session);
  const list = useInfiniteQuery(openCourseList(''));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} to="/" action="回到首页" />;
  if (!list.data) return <TeachingSkeleton />;
  if (rows.length === 0) return <Empty drawing="lamp" title="暂无课程" reason="还没有对所有人开放的课程；有班级码可以直接加入班级。" />;
  return (
    <>
      <ul className="teach-cards">
        {rows.map((course) => (
          <li key={course.courseId} className="card teach-card">
            <h2 className="serif">{course.name}</h2>
            <p className="meta">
              {course.teacherName}
              {course.textbooks.map(({ title }) => ` · 《${title}》`).join('')}
            </p>
            {course.intro ? <p className="two-lines">{course.intro}</p> : null}
            {course.classes.map((one) => (
              <p key={one.classId} className="teach-open">
                <span>
                  {one.className} <span className="meta">{one.members} 人</span>
                </span>
                {now.state === 'authenticated' ? (
                  <button type="button" className="button button-wash" onClick={() => join(one.classId)}>
                    加入
                  </button>
                ) : (
                  <Link className="button button-wash" to={loginPath(`${PLATFORM}?tab=find&join=${one.classId}`)}>
                    登录后加入
                  </Link>
                )}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <More list={list} end="没有更多课程了" />
    </>
  );
}
