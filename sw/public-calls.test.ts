/// <reference types="vite/client" />
import { expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { isPage, isPublicCall, isPublicPath, ownBookOf } from './public-calls.ts';

const modules = Object.values(import.meta.glob<Record<string, unknown>>('../contract/*/*.ts', { eager: true }));
const endpoints = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'key' in value && 'method' in value);
const example = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? '7' : 'name'));

it('loads the contract', () => expect(endpoints.length).toBeGreaterThan(40));

it.each(endpoints.filter((endpoint) => endpoint.access !== 'public').map((endpoint) => endpoint.key))('%s is never cached as public', (key) => {
  const [method = '', path = ''] = key.split(' ');
  expect(method === 'GET' && isPublicPath(example(path))).toBe(false);
});

it('caches what users browse', () => {
  for (const path of ['/cms/publish/queryPublishList', '/cms/publish/getInfo/7', '/cms/publish/querySimilar/7', '/cms/archiveType/queryTree']) {
    expect(endpoints.some((endpoint) => endpoint.key === `GET ${path.replace('7', '{publishId}')}`)).toBe(true);
    expect(isPublicPath(path)).toBe(true);
  }
});

it('a call with a token is private, whatever its address', () => {
  const url = new URL('https://h/prod-api/cms/publish/getInfo/7');
  const asked = (method: string, headers: Record<string, string> = {}, cache: RequestCache = 'default') =>
    isPublicCall({ method, headers: new Headers(headers), cache }, url);
  expect(asked('GET')).toBe(true);
  expect(asked('GET', { authorization: 'Bearer x' })).toBe(false);
  expect(asked('POST')).toBe(false);
  // A `no-store` request must not be answered from the cache.
  expect(asked('GET', {}, 'no-store')).toBe(false);
});

it.each([
  ['/', true],
  ['/cms/main/epubRead?publishId=1', true],
  ['/personalCenter/favorite', true],
  ['/prod-api/getInfo', false],
  ['/books/1/2/a.xhtml', false],
  ['/covers/1.webp', false],
  ['/robots.txt', false],
])('%s is a page: %s', (address, page) => expect(isPage(new URL(address, 'https://h'))).toBe(page));

it.each([
  ['/prod-api/cms/publish/getInfo/901234567890123', 901_234_567_890_123],
  ['/prod-api/info/progress?publishId=901234567890123', 901_234_567_890_123],
  ['/prod-api/cms/publish/getInfo/7', null],
  ['/prod-api/cms/publish/queryPublishList', null],
  ['/books/901234567890123/1/book.json', null],
])('44.18 %s is about the own book %s', (address, own) => expect(ownBookOf(new URL(address, 'https://h'))).toBe(own));
