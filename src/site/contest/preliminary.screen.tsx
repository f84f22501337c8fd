import { JudgeView } from './judge-view.tsx';

/** #50: pass or fail, with the arrow keys. */
export const PreliminaryScreen = () => <JudgeView roundType={1} />;
