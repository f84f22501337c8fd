import { FaqSection } from './faq-section.tsx';
import { loadable } from '../../loading/loadable.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { SinglePage } from './single-page.tsx';

const FeedbackSection = loadable(async () => (await import('./feedback-section.tsx')).FeedbackSection, <Skeleton height={320} />);

/** #14: contact, map and licences, frequently asked questions, and feedback with its answers. */
export const AboutScreen = () => (
  <SinglePage pageKey="about" title="关于我们" empty="暂无介绍">
    <FaqSection />
    <FeedbackSection />
  </SinglePage>
);
