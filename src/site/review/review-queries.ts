import { PAGE_SIZE } from '../../../contract/limits.ts';
import { manuscriptInfo } from '../../../contract/manuscript/manuscript-version.ts';
import { myReviews, reviewDetail, type ReviewRow } from '../../../contract/review/review.ts';
import { pagesOf, queryClient, queryOf } from '../../api/query-client.ts';

export const MY_REVIEWS = '/personalCenter/review';

export const reviewTasks = () => ({
  ...pagesOf(myReviews, { query: {} }, PAGE_SIZE, (data): { rows: ReviewRow[]; total: number } => data),
  staleTime: 0,
});
export const oneReview = (auditId: number) => ({ ...queryOf(reviewDetail, { params: { auditId } }), staleTime: 0 });
export const reviewText = (archiveId: number) => queryOf(manuscriptInfo, { params: { archiveId } });

export const refreshReviews = () => Promise.all([myReviews, reviewDetail].map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] })));
