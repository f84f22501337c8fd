import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Composition, the pool of ISBNs, proofs with their marks, the rules of the error rate and quality checks. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('composition', {
    ...BASE,
    archiveId: 'number',
    part: '=whole',
    typesetterId: 'number?',
    format: 'empty',
    sheetPages: 'zero',
    charsPerLine: 'zero',
    linesPerPage: 'zero',
    pages: 'zero',
    fontFamily: 'empty',
    fontSizePt: 'empty',
    requirements: 'empty',
    proofNo: 'zero',
    proofFileId: 'number?',
    deliveredFileId: 'number?',
    deliveredAt: 'number?',
    finalFileId: 'number?',
    epubFileId: 'number?',
    // The EPUB that the catalog has prepared or prepares.
    queuedFileId: 'number?',
    binding: 'empty',
    printRun: 'zero',
    priceFen: 'zero',
    sentAt: 'number?',
    sentBy: 'number?',
    dueAt: 'number?',
    releasedAt: 'number?',
    releasedBy: 'number?',
    status: '=pending',
  });
  await make.index('compositionOf', 'composition', ['archiveId', 'status']);
  await make.index('compositionTypesetter', 'composition', ['typesetterId', 'status']);
  await make.create('numberPool', {
    ...BASE,
    isbn: 'text',
    batch: 'empty',
    status: '=free',
    archiveId: 'number?',
    publicationId: 'number?',
    cipNo: 'empty',
  });
  await make.uniqueLive('number_pool_isbn', 'number_pool', 'isbn');
  await make.index('numberPoolOf', 'numberPool', ['archiveId', 'status']);
  await make.create('proofread', {
    ...BASE,
    archiveId: 'number',
    stage: 'text',
    round: 'number',
    proofreaderId: 'number?',
    assignedBy: 'number?',
    assignedAt: 'number?',
    dueAt: 'number?',
    startedAt: 'number?',
    finishedAt: 'number?',
    charCount: 'zero',
    noErrors: '=0',
    // Hundredths of a point, and ten-thousandths of an error in 10 000 characters.
    score: 'zero',
    rate: 'zero',
    reportText: 'empty',
    remindedAt: 'number?',
    status: '=pending',
  });
  await make.index('proofreadOf', 'proofread', ['archiveId', 'stage', 'round']);
  await make.index('proofreadBy', 'proofread', ['proofreaderId', 'status']);
  await make.create('proofMark', {
    ...BASE,
    archiveId: 'number',
    proofId: 'number',
    stage: 'text',
    round: 'number',
    page: 'zero',
    // Thousandths of the page: left, top, width, height; empty without a place.
    place: 'empty',
    // Characters before the quote, which find the right one among equal quotes.
    context: 'empty',
    quote: 'empty',
    kind: 'text',
    wrong: 'empty',
    right: 'empty',
    note: 'empty',
    characters: 'zero',
    groupKey: 'empty',
    source: '=proofreader',
    userId: 'number',
    fate: '=pending',
    fateReason: 'empty',
    fateBy: 'number?',
    fateAt: 'number?',
  });
  await make.index('proofMarkOf', 'proofMark', ['archiveId', 'fate']);
  await make.index('proofMarkOfProof', 'proofMark', ['proofId', 'round']);
  await make.create('proofMarkReply', { markId: 'number', userId: 'number', text: 'text', at: 'number' });
  await make.index('proofMarkReplyOf', 'proofMarkReply', ['markId']);
  await make.create('errorRule', {
    ...BASE,
    kind: 'text',
    label: 'text',
    // Hundredths of a point; 0 in a limit means none.
    weight: 'zero',
    longWeight: 'zero',
    longestWeight: 'zero',
    oncePerPage: '=0',
    sameCap: 'zero',
    pageCap: 'zero',
    bookCap: 'zero',
    orderNum: 'zero',
    status: '=0',
  });
  await make.uniqueLive('error_rule_kind', 'error_rule', 'kind');
  await make.create('authorProof', {
    ...BASE,
    archiveId: 'number',
    userId: 'number',
    dueAt: 'number',
    doneAt: 'number?',
    status: '=open',
  });
  await make.index('authorProofOf', 'authorProof', ['userId', 'status']);
  await make.index('authorProofOfArchive', 'authorProof', ['archiveId']);
  await make.create('qualityCheck', {
    ...BASE,
    archiveId: 'number',
    kind: '=sample',
    pageFrom: 'zero',
    pageTo: 'zero',
    charCount: 'zero',
    score: 'zero',
    rate: 'zero',
    verdict: 'text',
    opinion: 'empty',
    inspectorId: 'number',
  });
  await make.index('qualityCheckOf', 'qualityCheck', ['archiveId', 'kind']);
  await make.link('qualitySignature', { checkId: 'number', role: 'text', userId: 'number', at: 'number' }, ['checkId', 'role']);
}
