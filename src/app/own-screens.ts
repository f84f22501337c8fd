import { annotationScreens } from '../site/annotation/annotation.area.ts';
import { commerceScreens } from '../site/commerce/commerce.area.ts';
import { earningsScreens } from '../site/earnings/earnings.area.ts';
import { identityScreens } from '../site/identity/identity.area.ts';
import { inboxScreens } from '../site/inbox/inbox.area.ts';
import { libraryScreens } from '../site/library/library.area.ts';
import { manuscriptScreens } from '../site/manuscript/manuscript.area.ts';
import { reviewScreens } from '../site/review/review.area.ts';
import { tutorScreens } from '../site/tutor/tutor.area.ts';
import type { SiteScreens } from '../site/site-screens.ts';

/** The screens of the areas without public pages: a visitor of a public page does not load their list. */
const SCREENS: SiteScreens = {
  ...annotationScreens,
  ...commerceScreens,
  ...earningsScreens,
  ...identityScreens,
  ...inboxScreens,
  ...libraryScreens,
  ...manuscriptScreens,
  ...reviewScreens,
  ...tutorScreens,
};

/** The lazy screen of a site page. */
export function ownScreen(path: string): SiteScreens[string] {
  const screen = SCREENS[path];
  if (!screen) throw new RangeError(`${path} has no screen`);
  return screen;
}
