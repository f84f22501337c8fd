import type { BlankType, Choice, KeyBlank, KeyPart, OrderPolicy, ShownPart } from '../../../../contract/textbook/question-kind.ts';
import { newPartId, type QuestionContent } from '../../../textbook/question/question.service.ts';
import type { SpokenLine } from './wav-speech.ts';

/** Questions of the English textbook that a row of the template cannot hold: listening, reading, cloze, numbers, blanks in any order. */

/** A question with what the bank says about it. */
export interface SampleQuestion {
  readonly content: QuestionContent;
  readonly tags: readonly string[];
  readonly difficulty: number;
}

const FULL = 10_000;
type Part = { readonly shown: ShownPart; readonly key: KeyPart };
const choice = (html: string): Choice => ({ id: newPartId(), html });

function single(stem: string, texts: readonly string[], right: number, explanation: string): Part {
  const options = texts.map(choice);
  return {
    shown: { kind: 'single', stem: `<p>${stem}</p>`, options },
    key: { kind: 'single', explanation: `<p>${explanation}</p>`, right: [options[right]?.id ?? ''] },
  };
}

const judge = (stem: string, right: boolean, explanation: string): Part => ({
  shown: { kind: 'judge', stem: `<p>${stem}</p>` },
  key: { kind: 'judge', explanation: `<p>${explanation}</p>`, right },
});

function order(stem: string, texts: readonly string[], policy: OrderPolicy, explanation: string): Part {
  const items = texts.map(choice);
  return {
    shown: { kind: 'order', stem: `<p>${stem}</p>`, items },
    key: { kind: 'order', explanation: `<p>${explanation}</p>`, order: items.map(({ id }) => id), policy },
  };
}

/** A blank of a stem. Of `choices` the first one is right. */
interface Gap extends Pick<KeyBlank, 'group' | 'number'> {
  readonly text?: readonly string[];
  readonly value?: string;
  readonly choices?: readonly string[];
}

const typeOf = ({ choices, value }: Gap): BlankType => (choices ? 'choice' : value === undefined ? 'text' : 'number');

/** The blanks are `____` in the stem. */
function fill(stem: string, gaps: readonly Gap[], explanation: string): Part {
  const made = gaps.map((gap) => ({ gap, id: newPartId(), choices: gap.choices?.map(choice) }));
  let at = 0;
  const marked = stem.replace(/____/g, () => `[[${made[at++]?.id ?? ''}]]`);
  return {
    shown: {
      kind: 'fill',
      stem: `<p>${marked}</p>`,
      blanks: made.map(({ gap, id, choices }) => ({ id, type: typeOf(gap), ...(choices ? { choices } : {}) })),
    },
    key: {
      kind: 'fill',
      explanation: `<p>${explanation}</p>`,
      policy: 'each',
      language: 'en',
      blanks: made.map(({ gap: { text = [], value, group, number }, id, choices }) => ({
        id,
        keys: choices
          ? [{ share: FULL, text: choices[0]?.id ?? '' }]
          : value === undefined
            ? text.map((one) => ({ share: FULL, text: one }))
            : [{ share: FULL, value }],
        ...(group ? { group } : {}),
        ...(number ? { number } : {}),
      })),
    },
  };
}

const question = ({ shown, key }: Part, points: number, difficulty: number, ...tags: readonly string[]): SampleQuestion => ({
  content: { shown, key, points },
  tags,
  difficulty,
});

interface Passage {
  readonly stem: string;
  readonly plays?: number;
  readonly transcript?: string;
  readonly explanation: string;
  readonly parts: readonly (readonly [points: number, part: Part])[];
}

function passage({ stem, plays = 0, transcript = '', explanation, parts }: Passage, difficulty: number, tag: string): SampleQuestion {
  const made = parts.map(([points, part]) => ({ id: newPartId(), points, part }));
  return {
    tags: [tag],
    difficulty,
    content: {
      points: made.reduce((sum, { points }) => sum + points, 0),
      shown: { kind: 'passage', stem, plays, parts: made.map(({ id, points, part }) => ({ ...part.shown, id, points })) },
      key: {
        kind: 'passage',
        explanation: `<p>${explanation}</p>`,
        transcript,
        parts: Object.fromEntries(made.map(({ id, part }) => [id, part.key])),
      },
    },
  };
}

const ANNOUNCEMENT = [
  'Good morning, everybody, and welcome to Old Bridge.',
  'The ferry to the university leaves every twenty minutes, from six in the morning until ten at night.',
  'Please buy your ticket at the window, and keep it: it is valid today only.',
  'The boat leaves from the left gate.',
  'Listen for the bell: two short rings and one long.',
  'The crossing takes seven minutes, and today, because the water is high, nine.',
  'From the landing it is ten minutes on foot to the university.',
  'With a suitcase it is fifteen. We have tried it.',
] as const;

const CALL = [
  'Hello, Dad? The lights are back.',
  'At last! What did you do without them?',
  'We sat in our room in the half-dark and ate noodles out of one pot.',
  'It must have been very quiet without the fan.',
  'It was. We could hear the people on the floor above. Then Tang Ning played his violin.',
  'I thought he only practised in the music building.',
  'He does. But nobody could leave, because the stairs were under water. People stood in the corridor with candles.',
  'And is the ferry running again?',
  'Not yet. This morning a chair went down the river, slowly, in the middle.',
  'A chair? Whose chair?',
  'Mrs Shen’s, from the ticket office. She says it has waited twenty-two years to see the other side.',
] as const;

/** The recordings of the listening passages by name. */
export const FERRY_RECORDINGS = {
  announcement: ANNOUNCEMENT.map((text): SpokenLine => ({ text, voice: 1 })),
  call: CALL.map((text, voice): SpokenLine => ({ text, voice })),
} as const;
export type FerryRecording = keyof typeof FERRY_RECORDINGS;

const listen = (task: string, address: string, title: string): string => `<p>${task}</p><audio src="${address}" controls title="${title}"></audio>`;
const METRES = ['m', 'metre', 'metres', 'meter', 'meters', '米'].map((name) => ({ name, factor: '1' }));
const KILOMETRES = ['km', 'kilometre', 'kilometres', 'kilometer', 'kilometers', '公里'].map((name) => ({ name, factor: '1000' }));

/** Questions of a unit, counted from 0. `addressOf` gives the address of a recording. */
export function ferryQuestions(unit: number, addressOf: (name: FerryRecording) => string): readonly SampleQuestion[] {
  return UNITS[unit]?.(addressOf) ?? [];
}

const UNITS: readonly ((addressOf: (name: FerryRecording) => string) => readonly SampleQuestion[])[] = [
  (addressOf) => [
    question(
      fill(
        'At Old Bridge the river is ____ wide (figures and unit). With a heavy suitcase the way from the landing to the university takes ____ minutes (figures).',
        [{ value: '400', number: { unit: 'required', units: [...METRES, ...KILOMETRES] } }, { value: '15' }],
        '“The river is four hundred metres wide here.” “Ten minutes on foot. With that suitcase, fifteen.”',
      ),
      400,
      2,
      'reading',
      'numbers',
    ),
    passage(
      {
        stem: listen(
          'You hear the morning announcement at the landing. You may play it twice. Then answer the questions.',
          addressOf('announcement'),
          'Announcement at the landing',
        ),
        plays: 2,
        transcript: ANNOUNCEMENT.map((line) => `<p>${line}</p>`).join(''),
        explanation: 'Times and places are said once only: read the questions before you play the recording.',
        parts: [
          [
            200,
            single(
              'How often does the ferry leave?',
              ['Every seven minutes', 'Every ten minutes', 'Every twenty minutes'],
              2,
              '“The ferry to the university leaves every twenty minutes.” The crossing takes seven minutes.',
            ),
          ],
          [200, fill('The boat leaves from the ____ gate. (left or right?)', [{ text: ['left'] }], '“The boat leaves from the left gate.”')],
          [100, judge('You can still use the ticket tomorrow.', false, '“It is valid today only.”')],
          [
            200,
            fill(
              'Today the crossing takes ____ minutes. (figures)',
              [{ value: '9' }],
              'It takes seven, “and today, because the water is high, nine”.',
            ),
          ],
        ],
      },
      3,
      'listening',
    ),
  ],
  () => [
    question(
      fill(
        'The fan in each room of Building Five has two speeds, ____ and ____. (in any order)',
        [
          { text: ['off'], group: 'speeds' },
          { text: ['storm'], group: 'speeds' },
        ],
        'It has two speeds, off and storm. “Off” is of course no speed at all: that is the joke.',
      ),
      200,
      1,
      'reading',
    ),
  ],
  () => [
    question(
      fill(
        'On Monday Lin Yue had twelve minutes to walk ____ the sports field to the Language Centre. He went ____ the library, turned left ____ the pond and arrived ____ the back of a kitchen. The cook could not help him, ____ the map showed another hill. Then somebody told him to go towards the water tower ____ he came to a crossroads, and to go straight on ____ two bicycle sheds. He ran, and the teacher told him that he was the ____ to arrive.',
        [
          { choices: ['from', 'of', 'since'] },
          { choices: ['past', 'passed', 'passing'] },
          { choices: ['at', 'into', 'with'] },
          { choices: ['at', 'to', 'for'] },
          { choices: ['because', 'so', 'although'] },
          { choices: ['until', 'since', 'during'] },
          { choices: ['between', 'among', 'across'] },
          { choices: ['first', 'early', 'once'] },
        ],
        'From … to; go past a place (“passed” is a verb); arrive at a place, never to it; between two things, among many.',
      ),
      800,
      3,
      'grammar',
      'cloze',
    ),
  ],
  (addressOf) => [
    question(
      fill(
        'By ten o’clock the river had reached step number ____ of the landing. The ferry stopped at ____ o’clock. (figures)',
        [{ value: '4' }, { value: '11' }],
        '“By ten it had reached the fourth step. At eleven the ferry rang one long ring … and stopped.”',
      ),
      200,
      1,
      'reading',
      'numbers',
    ),
    passage(
      {
        stem: listen(
          'Lin Yue calls his father on the morning after the rain. You may play the call twice. Then answer the questions.',
          addressOf('call'),
          'Telephone call after the rain',
        ),
        plays: 2,
        transcript: CALL.map((line, at) => `<p>${at % 2 === 0 ? 'Lin Yue' : 'Father'}: ${line}</p>`).join(''),
        explanation: 'Two people speak in turn. Listen first for who they are, then for what happened.',
        parts: [
          [
            200,
            single(
              'What did the students eat?',
              ['Rice out of a bowl', 'Noodles out of one pot', 'Sandwiches on a wall', 'Nothing, because there was no power'],
              1,
              '“We sat in our room in the half-dark and ate noodles out of one pot.”',
            ),
          ],
          [
            200,
            single(
              'Where does Tang Ning usually practise?',
              ['In Room 412', 'In the corridor', 'In the music building', 'Under the roof of the library'],
              2,
              '“I thought he only practised in the music building.” – “He does.”',
            ),
          ],
          [100, judge('The ferry is running again when Lin Yue calls.', false, '“And is the ferry running again?” – “Not yet.”')],
          [
            200,
            fill(
              'Nobody could leave, because the ____ were under water.',
              [{ text: ['stairs'] }],
              '“But nobody could leave, because the stairs were under water.”',
            ),
          ],
          [
            200,
            single(
              'What went down the river?',
              ['A broom', 'A suitcase', 'A chair', 'The ferry'],
              2,
              'It was Mrs Shen’s chair, from the ticket office.',
            ),
          ],
        ],
      },
      3,
      'listening',
    ),
  ],
  () => [
    question(
      fill(
        'In the shipyard each student was given one of three things: a ____, a ____ or a ____. (in any order)',
        [
          { text: ['brush'], group: 'things' },
          { text: ['rag'], group: 'things' },
          { text: ['lamp'], group: 'things' },
        ],
        '“Each of them was given a brush, a rag or a lamp.”',
      ),
      300,
      2,
      'words',
    ),
    passage(
      {
        stem: '<p>Read the page from the engineer’s notebook.</p><p><strong>Thursday.</strong> The ferry is on dry land at last. One blade of the propeller is bent, and there is mud in the engine room. I have found four cracks so far, and I am sure that there are more.</p><p><strong>Friday.</strong> Two of the cracks are stopped: a round hole at the end of each, then a plate over both. The paint can wait. The pump cannot, because the rain is coming back on Monday.</p><p><strong>Saturday.</strong> Fourteen students came to hold lamps. They asked more questions in one morning than the company asks in a year. I found two new cracks, because one of the girls held her lamp higher than I had told her to. The boy who drilled a hole like an egg asked whether he could keep the piece of metal. He could.</p>',
        explanation: 'The days are in order. Underline the numbers: four cracks, two stopped, two new ones.',
        parts: [
          [200, single('Which work can wait?', ['The pump', 'The paint', 'The cracks'], 1, '“The paint can wait. The pump cannot.”')],
          [
            200,
            fill(
              'Up to Saturday the engineer has found ____ cracks in all. (figures)',
              [{ value: '6' }],
              'Four by Thursday and two new ones on Saturday. The two that are stopped are among the first four.',
            ),
          ],
          [100, judge('The students asked few questions.', false, 'They asked more questions in one morning than the company asks in a year.')],
          [
            200,
            fill(
              'She found the new cracks because a girl held her lamp ____ than the engineer had told her to.',
              [{ text: ['higher'] }],
              '“… because one of the girls held her lamp higher than I had told her to.”',
            ),
          ],
        ],
      },
      3,
      'reading',
    ),
  ],
  () => [
    passage(
      {
        stem: '<p>Read the summer timetable at the landing.</p><table><thead><tr><th></th><th scope="col">Monday to Friday</th><th scope="col">Saturday and Sunday</th></tr></thead><tbody><tr><th scope="row">First boat</th><td>6:00</td><td>7:00</td></tr><tr><th scope="row">Then every</th><td>20 minutes</td><td>30 minutes</td></tr><tr><th scope="row">Last boat</th><td>22:00</td><td>21:00</td></tr></tbody></table><p>Tickets are valid on the day of issue only. No boats when the water is above the fourth step.</p>',
        explanation: 'Find the column of the day first, then the row.',
        parts: [
          [200, fill('On Sundays a boat leaves every ____ minutes. (figures)', [{ value: '30' }], 'Saturday and Sunday: every 30 minutes.')],
          [
            200,
            single(
              'Amar reaches the landing on a Saturday evening at ten past nine. How can he cross the river?',
              ['By the boat at half past nine', 'By the last boat at ten', 'Only over the bridge'],
              2,
              'On Saturdays the last boat leaves at 21:00. From Monday to Friday he could take the boat at 22:00.',
            ),
          ],
          [100, judge('A ticket that is bought on Friday can be used on Saturday.', false, 'Tickets are valid on the day of issue only.')],
          [
            300,
            order(
              'Put these boats in order of their time of day, the earliest first.',
              ['the first boat on a Monday', 'the first boat on a Sunday', 'the last boat on a Sunday', 'the last boat on a Monday'],
              'all',
              '6:00, 7:00, 21:00, 22:00.',
            ),
          ],
        ],
      },
      3,
      'reading',
    ),
  ],
];
