import { FaqSection } from './faq-section.tsx';
import { FeedbackSection } from './feedback-section.tsx';
import { SinglePage } from './single-page.tsx';

/** #14: contact, map and licences, frequently asked questions, and feedback with its answers. */
export const AboutScreen = () => (
  <SinglePage pageKey="about" title="关于我们" empty="暂无介绍">
    <FaqSection />
    <FeedbackSection />
  </SinglePage>
);
