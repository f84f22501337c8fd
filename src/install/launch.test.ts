// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { OWN_SHELF } from '../../contract/reading/own-book-place.ts';
import { followLaunches, launched } from './launch.ts';

function windowOpenedAt(address: string) {
  Object.assign(performance, { getEntriesByType: () => [{ name: new URL(address, location.href).href }] });
  const opened: string[] = [];
  let launch = (_launch: { targetURL?: string; files?: readonly FileSystemFileHandle[] }): void => expect.unreachable();
  followLaunches((path) => opened.push(path), { launchQueue: { setConsumer: (consume) => (launch = consume) } });
  return {
    opened,
    launch: (address: string, files?: readonly FileSystemFileHandle[]) =>
      launch({ targetURL: new URL(address, location.href).href, ...(files ? { files } : {}) }),
  };
}

test('44.18 a tap on the icon leaves an open book as it is, a shortcut opens its page', () => {
  const { opened, launch } = windowOpenedAt('/cms/main/epubRead?publishId=3');
  launch('/?from=home-screen');
  expect(opened).toEqual([]);
  launch('/cms/main/continue');
  launch('/cms/main/shared?text=%E7%81%AF');
  expect(opened).toEqual(['/cms/main/continue', '/cms/main/shared?text=%E7%81%AF']);
});

test('44.18 the launch that opened the window is not repeated, a later one of the same address is', () => {
  const { opened, launch } = windowOpenedAt('/cms/main/continue');
  launch('/cms/main/continue');
  expect(opened).toEqual([]);
  launch('/cms/main/continue');
  expect(opened).toEqual(['/cms/main/continue']);
});

test('44.18 a launch with the address of another site opens nothing', () => {
  const { opened, launch } = windowOpenedAt('/');
  launch('https://elsewhere.example/cms/main/continue');
  expect(opened).toEqual([]);
});

test('44.18 a file that the system opens waits for the shelf, also when its launch opened the window', () => {
  const handle = {} as FileSystemFileHandle;
  const { opened, launch } = windowOpenedAt(OWN_SHELF);
  launch(OWN_SHELF, [handle]);
  expect([opened, launched.files]).toEqual([[], [handle]]);
  const seen: unknown[] = [];
  launched.tell = () => seen.push(launched.files);
  launch(OWN_SHELF, [handle]);
  expect([opened, seen]).toEqual([[OWN_SHELF], [[handle]]]);
});
