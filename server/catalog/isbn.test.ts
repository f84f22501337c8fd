import { expect, test } from 'vitest';
import { isbn13 } from './isbn.ts';

test.each(['978-7-02-000220-7', '978-7-999999-00-3', '978-7-999999-07-2'])('F8 %s is a book number and keeps its hyphens', (text) => {
  expect(isbn13(text)).toBe(text);
  expect(isbn13(text.replaceAll('-', ''))).toBe(text);
});

test('F8 a number of another group is valid', () => expect(isbn13('978-0-306-40615-7')).toBe('9780306406157'));
test('F8 an ISBN-10 becomes its ISBN-13', () => expect(isbn13('7-02-000220-X')).toBe('978-7-02-000220-7'));
test.each(['978-7-02-000220-8', '978-7-02', '', '7-02-000220-1'])('F8 %s is refused', (text) => expect(isbn13(text)).toBeNull());
