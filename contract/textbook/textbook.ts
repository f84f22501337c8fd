import { crud } from '../crud.ts';
import { choice, optionalText, reference, shown, shownNumber, text, yesNo } from '../field.ts';
import { ANSWER_LANGUAGES, type AnswerLanguage } from './question-kind.ts';
import { FACET_LENGTH, STAGES } from '../catalog/textbook-stage.ts';
import { TEXTBOOK } from './textbook-limits.ts';

const LANGUAGES = Object.keys(ANSWER_LANGUAGES) as [AnswerLanguage, ...AnswerLanguage[]];

/** E35: what a textbook has beyond its publication. A work of kind `book` becomes a textbook when its row is added. */
export const textbook = crud('/textbook/textbook', {
  name: '数字教材',
  permission: 'textbook:textbook',
  key: 'textbookId',
  title: 'title',
  fields: {
    publishId: reference('作品', { required: true, fixedOnceSaved: true, shownAs: 'title' }),
    courseName: text('课程名称', TEXTBOOK.courseName),
    stage: choice('学段', 'textbook_stage', STAGES),
    subject: text('学科', FACET_LENGTH),
    gradeTerm: optionalText('年级学期', FACET_LENGTH),
    approvedNo: optionalText('审定文号', TEXTBOOK.approvedNo),
    supportedBook: optionalText('配套纸书书号', 17, [/^97[89][\d-]{10,14}$/, '配套纸书书号须是978或979开头的ISBN']),
    answerLanguage: choice('作答语言', 'textbook_answer_language', LANGUAGES, 'zh', { help: '填空题按这种语言的习惯判分' }),
    teacherOnlyBank: yesNo('题库只给教师'),
  },
  shown: {
    title: shown('书名'),
    status: shown('作品状态', 'choice', { dict: 'publish_publication_status' }),
    placedCount: shownNumber('随文内容'),
    lostCount: shownNumber('丢失的位置'),
  },
  filter: { title: 'own', stage: 'equal', subject: 'like' },
  sort: ['courseName', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'add', 'edit'],
  access: { add: 'textbook:textbook:edit' },
});
