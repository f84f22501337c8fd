import { addAuthorMark, authorProof, finishAuthorProof, playAuthorProof, removeAuthorMark } from '../../contract/proof/author-proof.ts';
import { serve, type App } from '../http/serve.ts';
import { authorProofFor, dropAuthorMark, finishOwnProof, playOwnProof, saveOwnMark } from './author-proof.service.ts';

export function authorProofRoutes(app: App): void {
  serve(app, authorProof, ({ context, currentUser, params }) => authorProofFor(context, currentUser, params.archiveId));
  serve(app, addAuthorMark, ({ context, currentUser, body }) => saveOwnMark(context, currentUser, body));
  serve(app, removeAuthorMark, ({ context, currentUser, params }) => dropAuthorMark(context, currentUser, params.markId));
  serve(app, playAuthorProof, ({ context, currentUser, params }) => playOwnProof(context, currentUser, params));
  serve(app, finishAuthorProof, ({ context, currentUser, params }) => finishOwnProof(context, currentUser, params.archiveId));
}
