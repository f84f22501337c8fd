import { NavBar } from '../frame/nav-bar.tsx';
import { ContestTasks } from './task-list.tsx';

/** #37: the entries of first rounds to pass or fail. */
export const PreliminaryListScreen = () => (
  <div className="contests measure">
    <NavBar title="初审任务" otherwise="/personalCenter/default" />
    <ContestTasks roundType={1} empty="暂无初审任务" />
  </div>
);
