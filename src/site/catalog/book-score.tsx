import { useMutation } from '@tanstack/react-query';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { saveScore } from '../../../contract/library/score.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { book as bookQuestion, shelf } from './catalog-queries.ts';
import { useShelfState, useSignIn } from './use-favorite.ts';

const WORDS = ['很差', '较差', '还行', '推荐', '力荐'] as const;

/** A score from one to five, from readers who can read the complete work; a second score replaces the first. */
export function BookScore({ book, whole }: { book: BookDetail; whole: boolean }) {
  const { signedIn, state } = useShelfState(book.publishId);
  const signIn = useSignIn();
  const save = useMutation({
    // With the arrow keys several scores are selected one after another: the last one is saved.
    scope: { id: `score-${book.publishId}` },
    mutationFn: (score: number) => call(saveScore, { body: { publishId: book.publishId, score } }),
    onSuccess: (saved, score) => {
      queryClient.setQueryData(shelf(book.publishId).queryKey, (old: typeof state) => (old ? { ...old, score } : old));
      queryClient.setQueryData<BookDetail>(bookQuestion(book.publishId).queryKey, (old) => (old ? { ...old, ...saved } : old));
      void toast('谢谢您的评分');
    },
    onError: (error) => void toastError(error),
  });
  if (!whole) return null;
  const mine = save.isPending ? save.variables : (state?.score ?? 0);
  return (
    <section className="book-part book-scoring">
      <h2>我的评分</h2>
      <div role="radiogroup" aria-label={`给${inTitleMarks(book.title)}评分`} className="stars">
        {WORDS.map((word, index) => {
          const score = index + 1;
          return (
            <label key={word} className="icon-button" data-on={score <= mine ? '' : undefined}>
              <input
                type="radio"
                className="unseen"
                name="score"
                aria-label={`${score} 分，${word}`}
                checked={mine === score}
                onChange={() => (signedIn ? save.mutate(score) : signIn())}
              />
              <Icon name="star" size={28} />
            </label>
          );
        })}
      </div>
      <span className="meta">{mine > 0 ? WORDS[mine - 1] : signedIn ? '点一颗星' : '登录后评分'}</span>
    </section>
  );
}
