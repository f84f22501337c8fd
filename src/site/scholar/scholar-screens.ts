/** The list of scholars and one scholar, in one file: visitors go from one to the other. */
export { ScholarHouseScreen } from './scholar-list.screen.tsx';
export { ScholarScreen } from './scholar.screen.tsx';
