import { domain, queryDomain } from '../../contract/wechat/domain.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { domains, publicDomains } from './domain.service.ts';

export function domainRoutes(app: App): void {
  serve(app, queryDomain, ({ context }) => publicDomains(context));
  serveCrud(app, domain, domains);
}
