import { SinglePage } from './single-page.tsx';

/** #10: the publisher's history, business, team and honours. */
export const IntroductionScreen = () => <SinglePage pageKey="introduction" title="平台介绍" empty="暂无介绍" />;
