// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';

const said = (percent: number): string => renderToStaticMarkup(<ProgressBar percent={percent} label="读到" />).replace(/<[^>]*>/g, '');

test('an opened book does not show 0%, and a finished one says so, as on the shelf', () => {
  expect([0, 0.6, 16.9, 98.9, 99.2, 100].map(said)).toEqual(['刚翻开', '刚翻开', '16%', '98%', '读完', '读完']);
});
