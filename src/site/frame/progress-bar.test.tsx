// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';

const said = (percent: number): string => renderToStaticMarkup(<ProgressBar percent={percent} label="读到" />).replace(/<[^>]*>/g, '');

test('a book that was opened is not 0% read, and one that was read says so, as on the shelf', () => {
  expect([0, 0.6, 16.9, 98.9, 99.2, 100].map(said)).toEqual(['刚翻开', '刚翻开', '16%', '98%', '读完', '读完']);
});
