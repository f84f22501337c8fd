import { FaqSection } from './faq-section.tsx';
import { loadable } from '../../loading/loadable.ts';
import { NearView } from '../frame/near-view.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { SinglePage } from './single-page.tsx';

const HEIGHT = 320;
const Feedback = loadable(async () => (await import('./feedback-section.tsx')).Feedback, <Skeleton height={HEIGHT} />);

/** #14: contact, map and licences, frequently asked questions, and feedback with its answers. */
export const AboutScreen = () => (
  <SinglePage pageKey="about" title="关于我们" empty="暂无介绍">
    <FaqSection />
    <section className="single-part" aria-labelledby="feedback">
      <h2 id="feedback">意见反馈</h2>
      <NearView height={HEIGHT} now={location.hash === '#feedback'}>
        <Feedback />
      </NearView>
    </section>
  </SinglePage>
);
