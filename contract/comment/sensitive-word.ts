import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, remark, status, text } from '../field.ts';

/** A: the text is refused. B: a moderator reads it first. */
export const WORD_LISTS = ['A', 'B'] as const;

/** E107. `variants` also finds the word with other signs in between, in full width, in traditional characters and with look-alike letters. */
export const sensitiveWord = crud('/cms/sensitiveWord', {
  name: '敏感词',
  permission: 'cms:sensitiveWord',
  key: 'wordId',
  title: 'word',
  fields: {
    word: text('敏感词', 50),
    list: choice('名单', 'cms_word_list', WORD_LISTS, 'B'),
    match: choice('匹配方式', 'cms_word_match', ['variants', 'exact'], 'variants'),
    status: status(),
    remark: remark(),
  },
  filter: { word: 'like', list: 'equal', match: 'equal', status: 'equal' },
  sort: ['wordId', 'word', 'createTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export', 'import'],
});

export const wordFound = z.object({ word: z.string(), list: z.enum(WORD_LISTS), start: z.number(), end: z.number() });

/** Tests a text against the lists as they are now. */
export const testWords = endpoint('POST /cms/sensitiveWord/test', {
  summary: '试验敏感词',
  access: 'cms:sensitiveWord:add',
  body: z.object({ text: z.string().max(5000, '文字不能超过5000个字') }),
  data: z.object({ found: z.array(wordFound) }),
});

/** Counts the comments and notes of the last 30 days that a word would have stopped, before the word is added. */
export const tryWord = endpoint('POST /cms/sensitiveWord/dryRun', {
  summary: '试运行敏感词',
  access: 'cms:sensitiveWord:add',
  body: z.object({
    word: z.string().trim().min(1, '请填写敏感词').max(50, '敏感词不能超过50个字符'),
    match: z.enum(['variants', 'exact']).default('variants'),
  }),
  data: z.object({ checked: z.number(), hits: z.number(), samples: z.array(z.string()) }),
});
