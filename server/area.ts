import type { AppContext } from './context.ts';
import type { ErratumEffect } from './annotation/erratum.service.ts';
import type { TargetKind } from './comment/comment-target.service.ts';
import type { AuthorAgreements } from './commerce/author-price.service.ts';
import type { OrderKinds } from './commerce/order-kind/order-kind.service.ts';
import type { RecycleKind } from './crud/recycle-bin.ts';
import type { PersonalTable } from './db/records/personal-table.ts';
import type { Tables } from './db/tables.ts';
import type { JobDefinition } from './jobs/job-target.ts';
import type { AuthorTodoSource } from './manuscript/author/author-todo.service.ts';
import type { DocumentSource } from './manuscript/document/document-source.service.ts';
import type { ReportSource } from './report/report-source.service.ts';
import type { TodayFigure } from './report/today-figure.service.ts';
import type { SearchSource } from './search/search-source.ts';
import type { TransitionEffect } from './state-machine/effects.ts';
import type { EarningSourceOf } from './ledger/earning-source.ts';
import type { FlowListener } from './workflow/flow-hook.service.ts';
import type { CommentTarget } from '../contract/comment/comment.ts';
import type { DocumentKind } from '../contract/manuscript/document.ts';
import type { App } from './http/serve.ts';
import type { FileReader } from './files/file-reader.ts';
import type { HeldWork } from './identity/held-work.service.ts';
import type { ClosingBlock } from './identity/closing/closing-block.service.ts';
import type { TodoSource } from './inbox/todo-source.service.ts';
import type { SitePart } from './http/site-part.ts';
import type { Lane } from './jobs/jobs.ts';
import type { FlowSubject } from './state-machine/flow-subject.ts';
import type { StepGuard } from './state-machine/step-guards.ts';
import type { DutySource } from './manuscript/duty.service.ts';

/** What an area of the server adds to the application. `server/areas.ts` lists all areas. */
export interface ServerArea {
  /** Each registers the endpoints of one noun. */
  readonly routes: readonly ((app: App) => void)[];
  /** Background work, each lane independent of the others. */
  readonly lanes?: readonly Lane<AppContext>[];
  /** What happens here after accepted events of a state machine, of this area or another. */
  readonly effects?: readonly TransitionEffect[];
  /** Work of this area on manuscripts that is due by a date: each has its reminders. */
  readonly duties?: readonly DutySource[];
  /** Stops steps of the machines of other areas. */
  readonly stepGuards?: readonly StepGuard[];
  /** What happens here when the publisher accepts an error that a reader reported. */
  readonly erratumEffects?: readonly ErratumEffect[];
  /** Rows of this area on which users comment. */
  readonly commentTargets?: Readonly<Partial<Record<CommentTarget, TargetKind>>>;
  /** Tables of this area whose deleted rows go to the recycle bin. */
  readonly recycleKinds?: Readonly<Partial<Record<keyof Tables, RecycleKind>>>;
  /** Rules of the kinds of order lines that this area sells. */
  readonly orderKinds?: OrderKinds;
  /** The works of an author and what the author pays for copies of them; one area states it. */
  readonly authorAgreements?: AuthorAgreements;
  /** Events of this area that earn people something. */
  readonly earningSources?: readonly EarningSourceOf[];
  readonly reports?: readonly ReportSource[];
  /** Numbers of today that the workbench shows to users who hold the right. */
  readonly todayFigures?: readonly TodayFigure[];
  /** Documents of this area that the document page opens. */
  readonly documentSources?: Readonly<Partial<Record<DocumentKind, DocumentSource>>>;
  /** Work of this area that waits for an author. */
  readonly authorTodos?: readonly AuthorTodoSource[];
  /** Listeners that definitions of flows name by their key. */
  readonly flowListeners?: Readonly<Record<string, FlowListener>>;
  /** What scheduled jobs may call. */
  readonly jobs?: readonly JobDefinition[];
  /** What the search over all areas finds here. */
  readonly searchSources?: readonly SearchSource[];
  /** Tables of this area with a column that names a person: erased, made anonymous or kept when the account is closed. */
  readonly personalTables?: readonly PersonalTable[];
  /** Business objects of this area that start flows and hear their end. */
  readonly flowSubjects?: readonly FlowSubject[];
  /** Work of this area that waits for people, for the one to-do of everybody. */
  readonly todoSources?: readonly TodoSource[];
  /** Work that users of this area hold, handed over when an account stops. */
  readonly heldWork?: readonly HeldWork[];
  /** Business that must end before the account of a person is closed. */
  readonly closingBlocks?: readonly ClosingBlock[];
  /** Who may read an uploaded file besides its owner: users of a record of this area that contains it. */
  readonly fileReaders?: readonly FileReader[];
  /** What it adds to the pages of the public site. */
  readonly site?: SitePart;
}
