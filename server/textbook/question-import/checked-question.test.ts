import { expect, test } from 'vitest';
import { checkedQuestion } from './checked-question.format.ts';
import { readGift } from './gift.parser.ts';

const checkedGift = (text: string) => {
  const [question] = readGift(text, 'zh').questions;
  if (!question) throw new Error('no question was read');
  return checkedQuestion(question);
};

test('#53.5 a question with tens of thousands of options is rejected before its options are compared', () => {
  expect(checkedGift(`::a:: b {${'=a~'.repeat(25_000)}}`)).toMatchObject({
    content: null,
    problems: ['题目过长，或选项过多，请拆成几道题'],
    hash: '',
  });
});

test('#53.5 twenty problems of a question are named, and the rest is counted', () => {
  const { problems, content } = checkedGift(`::a:: b {=a ${'~a '.repeat(200)}}`);
  expect(content).not.toBeNull();
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toMatch(/^还有\d+处问题$/);
});
