/** The author's own pages in one chunk. */
export { MySubmissionsScreen } from './my-submissions.screen.tsx';
export { SubmissionScreen } from './submission.screen.tsx';
