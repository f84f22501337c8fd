import { preparationMachine } from './catalog/preparation.machine.ts';
import { editionChangeMachine } from './catalog/edition-change.machine.ts';
import { publicationMachine } from './catalog/publication.machine.ts';
import { accessBatchMachine } from './textbook/access-batch.machine.ts';
import { exerciseSetMachine } from './textbook/exercise-set.machine.ts';
import { informationMachine } from './content/information.machine.ts';
import { authorMessageMachine } from './comment/author-message.machine.ts';
import { sitePageMachine } from './content/single-page.machine.ts';
import { bannerMachine } from './content/banner.machine.ts';
import { sloganMachine } from './content/slogan.machine.ts';
import { commentMachine } from './comment/comment.machine.ts';
import { blindCopyMachine } from './contest/blind-copy.machine.ts';
import { contestMachine } from './contest/contest.machine.ts';
import { objectionMachine } from './contest/contest-objection.machine.ts';
import { contestExceptionMachine } from './contest/contest-exception.machine.ts';
import { contestRoundMachine } from './contest/contest-round.machine.ts';
import { contestSubmitMachine } from './contest/contest-submit.machine.ts';
import { judgeTaskMachine } from './contest/judge-task.machine.ts';
import { compositionMachine } from './composition/composition.machine.ts';
import { isbnMachine } from './composition/isbn.machine.ts';
import { authorConfirmMachine } from './manuscript/author-confirm.machine.ts';
import { editQueryMachine } from './manuscript/edit-query.machine.ts';
import { editTaskMachine } from './manuscript/edit-task.machine.ts';
import { letterMachine } from './manuscript/letter.machine.ts';
import { manuscriptMachine } from './manuscript/manuscript.machine.ts';
import { correctionNoticeMachine } from './periodical/correction-notice.machine.ts';
import { journalCopyMachine } from './periodical/journal-copy.machine.ts';
import { journalIssueMachine } from './periodical/journal-issue.machine.ts';
import { journalReviewMachine } from './periodical/journal-review.machine.ts';
import { journalSubmissionMachine } from './periodical/journal-submission.machine.ts';
import { authorProofMachine } from './proof/author-proof.machine.ts';
import { proofMachine } from './proof/proof.machine.ts';
import { amendmentMachine } from './protocol/amendment.machine.ts';
import { protocolMachine } from './protocol/protocol.machine.ts';
import { reviewMachine } from './review/review.machine.ts';
import { invoiceMachine } from './commerce/invoice.machine.ts';
import { orderMachine } from './commerce/order.machine.ts';
import { paymentMachine } from './commerce/payment.machine.ts';
import { campaignMachine } from './commerce/campaign/campaign.machine.ts';
import { spreadMachine } from './commerce/spread/spread.machine.ts';
import { reconDayMachine } from './commerce/recon/recon-day.machine.ts';
import { suspenseEndMachine } from './commerce/recon/suspense-end.machine.ts';
import { refundMachine } from './commerce/refund.machine.ts';
import { earningBatchMachine } from './earnings/earning-batch.machine.ts';
import { earningMachine } from './earnings/earning.machine.ts';
import { payeeDesignationMachine } from './earnings/payee-designation.machine.ts';
import { payeeMachine } from './earnings/payee.machine.ts';
import { payoutMachine } from './earnings/payout.machine.ts';
import { saleBatchMachine } from './earnings/sale-batch.machine.ts';
import { settlementMachine } from './earnings/settlement.machine.ts';
import { withdrawMachine } from './earnings/withdraw.machine.ts';
import type { StateMachine } from './state-machine.ts';
import { applyMachine } from './structure/apply-for-log.machine.ts';
import { feedbackMachine } from './system/feedback.machine.ts';
import { realNameMachine } from './system/real-name.machine.ts';
import { noticeMachine } from './system/notice.machine.ts';
import { minutesMachine } from './topic/minutes.machine.ts';
import { topicSessionMachine } from './topic/topic-session.machine.ts';
import { topicMachine } from './topic/topic.machine.ts';
import { assignmentMachine } from './teaching/assignment.machine.ts';
import { attemptMachine } from './teaching/attempt.machine.ts';
import { courseClassMachine } from './teaching/course-class.machine.ts';
import { regradeMachine } from './teaching/regrade.machine.ts';
import { tutorMachine } from './tutor/tutor.machine.ts';
import { rankMachine } from './wechat/rank.machine.ts';
import { flowDefinitionMachine } from './workflow/flow-definition.machine.ts';
import { flowInstanceMachine } from './workflow/flow-instance.machine.ts';
import { flowTaskMachine } from './workflow/flow-task.machine.ts';

/** Every state machine of the product, for the checks over all of them and for the diagrams of the documentation. */
export const MACHINES: readonly StateMachine[] = [
  manuscriptMachine,
  reviewMachine,
  protocolMachine,
  amendmentMachine,
  compositionMachine,
  proofMachine,
  topicMachine,
  topicSessionMachine,
  journalSubmissionMachine,
  journalReviewMachine,
  journalIssueMachine,
  publicationMachine,
  preparationMachine,
  editionChangeMachine,
  contestMachine,
  contestRoundMachine,
  contestSubmitMachine,
  judgeTaskMachine,
  noticeMachine,
  sitePageMachine,
  bannerMachine,
  sloganMachine,
  informationMachine,
  exerciseSetMachine,
  accessBatchMachine,
  feedbackMachine,
  orderMachine,
  paymentMachine,
  reconDayMachine,
  suspenseEndMachine,
  campaignMachine,
  spreadMachine,
  refundMachine,
  invoiceMachine,
  earningBatchMachine,
  earningMachine,
  settlementMachine,
  payeeMachine,
  payeeDesignationMachine,
  payoutMachine,
  saleBatchMachine,
  withdrawMachine,
  realNameMachine,
  applyMachine,
  commentMachine,
  authorMessageMachine,
  flowTaskMachine,
  courseClassMachine,
  assignmentMachine,
  attemptMachine,
  regradeMachine,
  tutorMachine,
  rankMachine,
  isbnMachine,
  editQueryMachine,
  editTaskMachine,
  authorConfirmMachine,
  authorProofMachine,
  letterMachine,
  minutesMachine,
  objectionMachine,
  flowInstanceMachine,
  flowDefinitionMachine,
  blindCopyMachine,
  journalCopyMachine,
  contestExceptionMachine,
  correctionNoticeMachine,
];
