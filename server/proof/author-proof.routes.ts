import { addAuthorMark, authorProof, finishAuthorProof, removeAuthorMark } from '../../contract/proof/author-proof.ts';
import { serve, type App } from '../http/serve.ts';
import { authorProofFor, dropAuthorMark, finishOwnProof, saveOwnMark } from './author-proof.service.ts';

export function authorProofRoutes(app: App): void {
  serve(app, authorProof, ({ context, currentUser, params }) => authorProofFor(context, currentUser, params.archiveId));
  serve(app, addAuthorMark, ({ context, currentUser, body }) => saveOwnMark(context, currentUser, body));
  serve(app, removeAuthorMark, ({ context, currentUser, params }) => dropAuthorMark(context, currentUser, params.markId));
  serve(app, finishAuthorProof, ({ context, currentUser, params }) => finishOwnProof(context, currentUser, params.archiveId));
}
