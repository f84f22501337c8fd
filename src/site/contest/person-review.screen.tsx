import { JudgeView } from './judge-view.tsx';

/** #51: criteria with the live total. */
export const PersonReviewScreen = () => <JudgeView roundType={null} />;
