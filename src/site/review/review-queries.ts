import { PAGE_SIZE } from '../../../contract/limits.ts';
import { myReviews, reviewDetail, type ReviewRow } from '../../../contract/review/review.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { manuscriptText } from '../../manuscript-text/manuscript-text.ts';

export const MY_REVIEWS = '/personalCenter/review';

export const reviewTasks = () => ({
  ...pagesOf(myReviews, { query: {} }, PAGE_SIZE, (data): { rows: ReviewRow[]; total: number } => data),
  staleTime: 0,
});
export const oneReview = (auditId: number) => ({ ...queryOf(reviewDetail, { params: { auditId } }), staleTime: 0 });
export const reviewText = manuscriptText;

export const refreshReviews = () => Promise.all([myReviews, reviewDetail].map((one) => queryClient.invalidateQueries(allOf(one))));
