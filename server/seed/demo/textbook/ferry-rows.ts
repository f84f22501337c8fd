import type { ChapterRows } from './question-rows.ts';

/** Questions of the first two units of the English textbook of the demo. */
export const FERRY_ROWS: readonly ChapterRows[] = [
  {
    chapter: 0,
    title: 'Unit 1 Exercises',
    rows: [
      [
        '单选',
        'How long does the ferry need when the water is high?',
        'Seven minutes｜Nine minutes｜Twenty minutes',
        'B',
        '2',
        'It needs “seven minutes to cross it, or nine when the water is high”.',
        '1',
      ],
      ['判断', 'The student in the dialogue buys two return tickets.', '', '错', '1', 'He buys one single and one return.', '1'],
      ['填空', 'Listen for the bell: two short rings and one ____.', '', 'long', '2', '“Two short rings and one long.”', '1'],
      ['多选', 'Which words are printed on the ticket?', 'valid｜day｜single｜issue', 'ABD', '4', '“Valid on the day of issue only.”', '2'],
      ['填空', 'That’s nine yuan ____. (in total)', '', 'altogether', '2', 'One word: altogether.', '2'],
    ],
  },
  {
    chapter: 1,
    title: 'Unit 2 Exercises',
    rows: [
      [
        '单选',
        'Why was Amar late?',
        'He missed the ferry｜He went to the wrong building｜He slept too long',
        'B',
        '2',
        '“I went to the wrong building.”',
        '1',
      ],
      ['判断', 'The lights go out at eleven on weekdays.', '', '对', '1', '“Eleven on weekdays.”', '1'],
      ['填空', 'Midnight is fine with me, as ____ as nobody sings.', '', 'long', '2', 'As long as = only if.', '2'],
      [
        '单选',
        'How often does each of them clean the floor?',
        'Once a week｜Every day｜Once a month',
        'A',
        '2',
        '“There are four of us, so once a week is enough.”',
        '2',
      ],
    ],
  },
];
