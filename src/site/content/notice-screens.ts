/** The list of notices and one notice, in one file: visitors go from one to the other. */
export { NoticeDetailScreen } from './notice-detail.screen.tsx';
export { NoticeScreen } from './notice.screen.tsx';
