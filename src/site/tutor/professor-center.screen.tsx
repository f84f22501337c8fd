import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { NavBar } from '../frame/nav-bar.tsx';
import { ExpertList } from './expert-list.tsx';
import { ExpertView } from './expert-view.tsx';
import { TimetableEditor } from './timetable-editor.tsx';
import { TutorList } from './tutor-list.tsx';
import { TutorView } from './tutor-view.tsx';
import { timetable } from './tutor-queries.ts';
import './tutor.css';

type Tab = 'find' | 'mine' | 'asked' | 'time';
const OPEN: readonly (readonly [Tab, string])[] = [
  ['find', '找专家'],
  ['mine', '我的预约'],
];
const EXPERT: readonly (readonly [Tab, string])[] = [
  ['asked', '预约我的'],
  ['time', '我的时段'],
];

/** #45: readers find an expert and book guidance; professors answer requests and keep their timetable. */
export function ProfessorCenterScreen() {
  const [search, setSearch] = useSearchParams();
  const own = useQuery(timetable);
  const expertId = Number(search.get('expert')) || 0;
  const tutorId = Number(search.get('tutor')) || 0;
  const asked = search.get('tab') as Tab | null;
  const tabs = own.data ? [...EXPERT, ...OPEN] : OPEN;
  const tab = tabs.find(([value]) => value === asked)?.[0] ?? tabs[0]?.[0] ?? 'find';
  if (tutorId > 0) return <TutorView tutorId={tutorId} />;
  if (expertId > 0) return <ExpertView professorId={expertId} />;
  return (
    <div className="tutor measure">
      <NavBar title="教授中心" otherwise="/personalCenter/default" />
      <div className="tabs" role="tablist" aria-label="教授中心">
        {tabs.map(([value, name]) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`tutor-tab-${value}`}
            aria-selected={tab === value}
            aria-controls="tutor-panel"
            onClick={() => setSearch(value === tabs[0]?.[0] ? {} : { tab: value }, { replace: true })}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="tutor-panel" role="tabpanel" aria-labelledby={`tutor-tab-${tab}`}>
        {tab === 'find' ? <ExpertList /> : null}
        {tab === 'mine' ? <TutorList side="applicant" /> : null}
        {tab === 'asked' ? <TutorList side="expert" /> : null}
        {tab === 'time' && own.data ? <TimetableEditor key={own.data.version} saved={own.data} /> : null}
      </div>
    </div>
  );
}
