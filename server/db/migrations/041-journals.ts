import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Journals with their editors, issues, submissions, reviews, files, points of a revision, and notices about published articles. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('journal', {
    ...BASE,
    journalName: 'text',
    nameEn: 'empty',
    abbr: 'text',
    issn: 'empty',
    cn: 'empty',
    frequency: 'text',
    supervisor: 'empty',
    sponsor: 'empty',
    publisher: 'empty',
    chiefEditor: 'empty',
    postCode: 'empty',
    price: 'zero',
    officeMail: 'empty',
    officePhone: 'empty',
    address: 'empty',
    cover: 'empty',
    intro: 'empty',
    guide: 'empty',
    columns: '=[]',
    reviewMode: '=double_blind',
    payPerThousandFen: 'number',
    pageFeeFen: 'zero',
    similarityLimit: 'number',
    orderNum: 'zero',
    status: '=0',
  });
  await make.uniqueLive('journal_issn', 'journal', 'issn', "issn <> ''");
  await make.uniqueLive('journal_cn', 'journal', 'cn', "cn <> ''");
  await make.link('journalEditor', { journalId: 'number', userId: 'number', duty: '=editor' }, ['journalId', 'userId']);
  await make.index('journalEditorUser', 'journalEditor', ['userId']);
  await make.create('journalIssue', {
    ...BASE,
    journalId: 'number',
    year: 'number',
    volume: 'zero',
    issueNo: 'number',
    totalNo: 'zero',
    title: 'empty',
    cover: 'empty',
    publishDate: 'empty',
    articleIds: '=[]',
    publishedAt: 'number?',
    status: '=planning',
  });
  await make.uniqueLive('journal_issue_number', 'journal_issue', 'journal_id, year, issue_no');
  await make.create('journalSubmission', {
    ...BASE,
    submissionNo: 'empty',
    journalId: 'number',
    ownerId: 'number',
    archiveId: 'number?',
    columnName: 'empty',
    language: '=zh',
    title: 'empty',
    titleEn: 'empty',
    abstract: 'empty',
    abstractEn: 'empty',
    keywords: '=[]',
    keywordsEn: '=[]',
    clcCode: 'empty',
    fund: 'empty',
    authors: '=[]',
    suggested: '=[]',
    excluded: '=[]',
    isMultipleSubmit: '=0',
    declared: '=0',
    conflictText: 'empty',
    coverLetter: 'empty',
    references: '=[]',
    bodyHtml: 'empty',
    manuscriptFileId: 'number?',
    wordCount: 'zero',
    // Hundredths of a percent.
    similarityRate: 'number?',
    round: 'zero',
    reviewersWanted: 'zero',
    editorId: 'number?',
    decision: 'empty',
    decisionNote: 'empty',
    revisionKind: 'empty',
    decidedBy: 'number?',
    decidedAt: 'number?',
    screenedAt: 'number?',
    finalReviewAt: 'number?',
    appealedAt: 'number?',
    appealText: 'empty',
    feeFen: 'zero',
    feeStatus: '=none',
    feeNote: 'empty',
    payFen: 'zero',
    issueId: 'number?',
    articleNo: 'empty',
    pageStart: 'zero',
    pageEnd: 'zero',
    pdfFileId: 'number?',
    doi: 'empty',
    submittedAt: 'number?',
    acceptedAt: 'number?',
    publishedAt: 'number?',
    // Time of the last change that a harvester must see.
    oaiAt: 'number?',
    viewNum: 'zero',
    turn: '=author',
    turnUserId: 'number?',
    stageSince: 'number',
    dueAt: 'number?',
    remindedAt: 'number?',
    prevStatus: 'empty',
    status: '=draft',
  });
  await make.index('journalSubmissionOf', 'journalSubmission', ['journalId', 'status']);
  await make.index('journalSubmissionOwner', 'journalSubmission', ['ownerId', 'status']);
  await make.index('journalSubmissionIssue', 'journalSubmission', ['issueId', 'pageStart']);
  await make.index('journalSubmissionOai', 'journalSubmission', ['oaiAt', 'id']);
  await make.create('journalFile', {
    ...BASE,
    submissionId: 'number',
    reviewId: 'number?',
    role: 'text',
    round: 'zero',
    fileName: 'text',
    fileKey: 'text',
    fileSize: 'number',
    mime: 'text',
    sha256: 'text',
    ownerId: 'number',
    // The anonymised copy, and the places that its text may still reveal; `none` for files that never cross the blind line.
    blindKey: 'empty',
    blindName: 'empty',
    blindSize: 'zero',
    places: '=[]',
    blindStatus: '=none',
    confirmedBy: 'number?',
    confirmedAt: 'number?',
    status: '=current',
  });
  await make.index('journalFileOf', 'journalFile', ['submissionId', 'role', 'status']);
  await make.create('journalReview', {
    ...BASE,
    submissionId: 'number',
    round: 'number',
    reviewerId: 'number?',
    // Number of the reviewer in letters and files: 审稿人1.
    seat: 'number',
    attempt: 'number',
    inviteName: 'empty',
    inviteEmail: 'empty',
    rank: 'zero',
    tokenHash: 'empty',
    invitedBy: 'number?',
    invitedAt: 'number?',
    answerBy: 'number?',
    dueAt: 'number?',
    respondedAt: 'number?',
    finishedAt: 'number?',
    remindedAt: 'number?',
    recommendation: 'empty',
    scores: '=[]',
    toAuthor: 'empty',
    toEditor: 'empty',
    declineReason: 'empty',
    declineText: 'empty',
    suggestedName: 'empty',
    suggestedEmail: 'empty',
    conflictNote: 'empty',
    status: '=invited',
  });
  await make.uniqueLive('journal_review_once', 'journal_review', 'submission_id, round, reviewer_id, attempt', 'reviewer_id is not null');
  await make.index('journalReviewBy', 'journalReview', ['reviewerId', 'status']);
  await make.index('journalReviewToken', 'journalReview', ['tokenHash']);
  await make.create('journalPoint', {
    ...BASE,
    submissionId: 'number',
    round: 'number',
    reviewId: 'number?',
    seat: 'zero',
    pointNo: 'number',
    text: 'text',
    answer: 'empty',
  });
  await make.index('journalPointOf', 'journalPoint', ['submissionId', 'round', 'pointNo']);
  await make.create('correctionNotice', {
    ...BASE,
    submissionId: 'number',
    journalId: 'number',
    issueId: 'number?',
    type: 'text',
    noticeNo: 'text',
    title: 'text',
    content: 'text',
    correctedFileId: 'number?',
    publishedBy: 'number',
    publishedAt: 'number',
  });
  await make.index('correctionNoticeOf', 'correctionNotice', ['submissionId']);
}
