import { expect, test } from 'vitest';
import { isbn13 } from './isbn.ts';

test.each(['978-7-02-000220-7', '978-7-999999-00-3', '978-7-999999-07-2'])('F8 accepts %s as a book number and keeps its hyphens', (text) => {
  expect(isbn13(text)).toBe(text);
  expect(isbn13(text.replaceAll('-', ''))).toBe(text);
});

test('F8 accepts a number of another group', () => expect(isbn13('978-0-306-40615-7')).toBe('9780306406157'));
test('F8 converts an ISBN-10 to its ISBN-13', () => expect(isbn13('7-02-000220-X')).toBe('978-7-02-000220-7'));
test.each([
  'ISBN 978-7-02-000220-7',
  'ISBN：978-7-02-000220-7',
  'isbn-13: 978 7 02 000220 7',
  'eISBN 978–7–02–000220–7',
  '９７８－７－０２－０００２２０－７',
  '978—7—02—000220—7',
  ' 978\u00A07\u00A002\u00A0000220\u00A07\u200B',
  'ISBN 7-02-000220-X',
  '702000220x',
])('52.3 F8 reads the usual writing %s', (text) => expect(isbn13(text)).toBe('978-7-02-000220-7'));
test.each(['978-7-02-000220-8', '978-7-02', '', '7-02-000220-1'])('F8 rejects %s', (text) => expect(isbn13(text)).toBeNull());
