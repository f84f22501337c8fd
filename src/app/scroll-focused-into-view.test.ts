// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { scrollFocusedIntoView } from './scroll-focused-into-view.ts';

test('scrolls a focused item of a rail fully into view; nothing moves elsewhere or for a touch', () => {
  document.body.innerHTML = '<p><a href="#out"></a></p><ul style="overflow-x: auto"><li><a href="#in"></a></li></ul>';
  const rail = document.querySelector('ul');
  if (rail) Object.defineProperties(rail, { scrollWidth: { value: 900 }, clientWidth: { value: 390 } });
  const moved: string[] = [];
  let keyboard = true;
  for (const link of document.querySelectorAll('a')) {
    link.scrollIntoView = (how) => void moved.push(link.hash + JSON.stringify(how));
    Object.defineProperty(link, 'matches', { value: () => keyboard });
  }
  scrollFocusedIntoView();
  const go = () => document.querySelectorAll('a').forEach((link) => link.focus());
  go();
  expect(moved).toEqual(['#in{"block":"nearest","inline":"nearest"}']);
  keyboard = false;
  go();
  expect(moved).toHaveLength(1);
});
