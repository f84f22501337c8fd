/** The list of scholars and one scholar, in one file: visitors go from one to the other. */
export { ScholarHouseScreen } from './scholar-house.screen.tsx';
export { ScholarScreen } from './scholar.screen.tsx';
