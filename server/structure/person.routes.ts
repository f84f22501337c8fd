import { findPeople } from '../../contract/structure/person.ts';
import { serve, type App } from '../http/serve.ts';
import { people } from './person.service.ts';

export function personRoutes(app: App): void {
  serve(app, findPeople, ({ context, currentUser, query }) =>
    people(context, currentUser, query.keyword, (query.userIds ?? '').split(',').filter(Boolean).map(Number)),
  );
}
