import { expect, test } from 'vitest';
import { cnKind, isIssn, issnEanCheck } from './issn.ts';
import { journalFee } from './journal-fee.ts';

test.each(['1234-5679', '0317-8471', '0378-5955', '2434-561X', '2999-0017', '2999-0025', '2999-0033'])('F9 accepts the ISSN %s', (issn) => {
  expect(isIssn(issn)).toBe(true);
});
test.each(['1234-5678', '12345679', '2434-5610', '2434-561x', ''])('F9 rejects the ISSN “%s”', (issn) => {
  expect(isIssn(issn)).toBe(false);
});
test('F9 the EAN of 1234-5679 has the check digit 3', () => {
  expect(issnEanCheck('1234-5679')).toBe(3);
});

test.each([
  ['CN 99-1001/H', 'print'],
  ['CN 99-6001', 'online'],
  ['CN 11-0015', 'newspaper'],
  ['CN 11-9001/TP', 'electronic'],
  ['CN 99-0000', null],
  ['99-1001', null],
])('F10 %s is %s', (cn, kind) => {
  expect(cnKind(cn)).toBe(kind);
});

test.each([
  [4300, 45_000],
  [4600, 50_000],
  [300, 5000],
  [0, 0],
  [5000, 50_000],
  [4500, 50_000],
])('F3 %i characters at 100 yuan per thousand pay %i fen', (characters, fen) => {
  expect(journalFee(characters, 10_000)).toBe(fen);
});
