// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useSeenVersion } from './use-seen-version.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const place = document.body.appendChild(document.createElement('div'));

function Form({ version, dirty, made }: { version?: number; dirty: boolean; made: number }) {
  const [seen, wrote] = useSeenVersion(version, dirty);
  return (
    <button type="button" onClick={() => wrote(made)}>
      {seen ?? 'none'}
    </button>
  );
}

test('sends the version that the edit is based on, even after a refetch', async () => {
  const root = createRoot(place);
  const show = async (dirty: boolean, version?: number, made = 0): Promise<string | null> => {
    await act(async () => root.render(<Form dirty={dirty} made={made} {...(version ? { version } : {})} />));
    return place.textContent;
  };
  const write = async (): Promise<string | null> => {
    await act(async () => place.querySelector('button')?.click());
    return place.textContent;
  };
  expect(await show(false)).toBe('none');
  expect(await show(false, 3)).toBe('3');
  expect(await show(false, 4)).toBe('4');
  expect(await show(true, 4)).toBe('4');
  expect(await show(true, 5)).toBe('4');
  // This user's own write in between (the cover) advances the version by one, and no later version does.
  await show(true, 5, 7);
  expect(await write()).toBe('4');
  await show(true, 5, 5);
  expect(await write()).toBe('5');
  await act(async () => root.unmount());
});
