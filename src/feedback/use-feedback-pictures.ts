import { useEffect, useState } from 'react';
import { feedbackPicture, type Feedback } from '../../contract/system/feedback.ts';
import { request } from '../api/call.ts';

/** Returns addresses of the pictures of a feedback by their place, once they are loaded: a request with the session is needed. */
export function useFeedbackPictures({ feedbackId, images }: Pick<Feedback, 'feedbackId' | 'images'>): Readonly<Record<string, string>> {
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({});
  const count = images.length;
  useEffect(() => {
    let here = true;
    const made: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const path = feedbackPicture.path.replace('{feedbackId}', String(feedbackId)).replace('{index}', String(index));
      void request({ method: feedbackPicture.method, path, responseType: 'blob' }).then(
        ({ data, headers }) => {
          if (!here || !String(headers['content-type'] ?? '').startsWith('image/')) return;
          const address = URL.createObjectURL(data as Blob);
          made.push(address);
          setPictures((before) => ({ ...before, [index]: address }));
        },
        () => undefined,
      );
    }
    return () => {
      here = false;
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, [feedbackId, count]);
  return pictures;
}
