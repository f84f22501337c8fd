import { answerErratum, erratum } from '../../contract/annotation/erratum.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { answer, errata } from './erratum.service.ts';

export function erratumRoutes(app: App): void {
  serveCrud(app, erratum, errata);
  serve(app, answerErratum, (call) => answer(call, call.params.erratumId, call.body));
}
