import { RECOMMENDATION_NAMES, SUBMISSION } from '../../contract/periodical/periodical-limits.ts';
import type { SubmissionEvent } from '../../contract/periodical/journal-submission.machine.ts';

export interface LetterFacts {
  readonly journalName: string;
  readonly title: string;
  readonly submissionNo: string;
  readonly reason: string;
  readonly revisionKind: 'minor' | 'major';
  readonly similarity: string;
  readonly feeYuan: string;
  /** Opinions of the round by the number of the reviewer; never a name. */
  readonly opinions: readonly { readonly seat: number; readonly text: string }[];
}

const opinionsOf = ({ opinions }: LetterFacts): string =>
  opinions.length === 0 ? '' : `\n\n审稿意见：\n\n${opinions.map(({ seat, text }) => `审稿人${seat}：\n${text}`).join('\n\n')}`;

const LETTERS: Readonly<Partial<Record<SubmissionEvent, (facts: LetterFacts) => { subject: string; content: string }>>> = {
  returnForCompletion: ({ title, reason }) => ({
    subject: `请补正《${title}》`,
    content: `您好：\n\n您的来稿《${title}》还需要补正：\n\n${reason}\n\n请在${SUBMISSION.completionDays}天内补正后再次提交，投稿编号不变。`,
  }),
  rejectScreening: ({ title, journalName, reason, similarity }) => ({
    subject: `《${title}》未能采用`,
    content: `您好：\n\n感谢您把《${title}》投给《${journalName}》。经编辑部初审，未能采用。${similarity}\n\n${reason}\n\n您可以改投他刊。如有异议，${SUBMISSION.appealDays}天内可以申诉一次。`,
  }),
  requestRevision: (facts) => ({
    subject: `请修改《${facts.title}》`,
    content: `您好：\n\n您的来稿《${facts.title}》需要${facts.revisionKind === 'major' ? '大修' : '小修'}。\n\n${facts.reason}${opinionsOf(facts)}\n\n请在${facts.revisionKind === 'major' ? SUBMISSION.majorDays : SUBMISSION.minorDays}天内修回，并逐条说明修改情况。`,
  }),
  accept: (facts) => ({
    subject: `《${facts.title}》录用通知`,
    content: `您好：\n\n《${facts.journalName}》决定录用您的来稿《${facts.title}》（${facts.submissionNo}）。${facts.reason ? `\n\n${facts.reason}` : ''}${facts.feeYuan ? `\n\n本刊每篇收版面费${facts.feeYuan}元，请通讯作者在60日内到“我的订单”或投稿页支付，也可以转账。` : ''}${opinionsOf(facts)}\n\n接下来进入编校，有疑问时编辑会与您联系。`,
  }),
  decline: (facts) => ({
    subject: `《${facts.title}》未能采用`,
    content: `您好：\n\n感谢您把《${facts.title}》投给《${facts.journalName}》。经审稿，未能采用。\n\n${facts.reason}${opinionsOf(facts)}\n\n如有异议，${SUBMISSION.appealDays}天内可以申诉一次。`,
  }),
};

/** The letter of a decision by its template; null for an event that writes none. */
export const decisionLetter = (event: SubmissionEvent, facts: LetterFacts): { subject: string; content: string } | null =>
  LETTERS[event]?.(facts) ?? null;

export const recommendationName = (value: string): string => RECOMMENDATION_NAMES[value as keyof typeof RECOMMENDATION_NAMES] ?? '';

/** Points of an opinion: numbered lines start a new one, otherwise each paragraph is one. */
export function pointsIn(opinion: string): string[] {
  const lines = opinion
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const numbered = /^(?:[（(]?\d{1,2}[）).、．]|[一二三四五六七八九十]{1,3}[、．.])\s*/;
  if (!lines.some((line) => numbered.test(line))) return lines;
  const points: string[] = [];
  for (const line of lines) {
    if (numbered.test(line) || points.length === 0) points.push(line.replace(numbered, ''));
    else points[points.length - 1] += `\n${line}`;
  }
  return points;
}
