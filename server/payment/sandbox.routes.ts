import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../../contract/limits.ts';
import type { App } from '../http/serve.ts';
import { SANDBOX, SANDBOX_PATH } from './sandbox-channel.ts';
import { SANDBOX_ACTIONS, sandboxPage, type SandboxAction } from './sandbox-page.ts';
import { actAs, openedTrade, payLateTrade, type SendNotice } from './sandbox.service.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const NOTICE = `${API_PREFIX}/pay/notify/${SANDBOX}`;
const LATE_MS = 5_000;

/** Over HTTP to this server's own port; inside the process where the server does not listen, as in tests. */
const senderOf =
  (app: App): SendNotice =>
  async (headers, body) => {
    const address = app.server.address();
    if (address && typeof address === 'object') await fetch(`http://127.0.0.1:${address.port}${NOTICE}`, { method: 'POST', headers, body });
    else await app.inject({ method: 'POST', url: NOTICE, headers, payload: body });
  };

type Asked = FastifyRequest<{ Params: { paymentNo: string }; Querystring: { t?: string }; Body: Record<string, string> | null }>;

/** The embedded channel's own page. It is registered only where the channel exists. */
export function sandboxRoutes(app: App): void {
  const { context } = app;
  if (!context.settings.demo) return;
  const url = `${API_PREFIX}${SANDBOX_PATH}/:paymentNo`;
  const send = senderOf(app);
  const show = async (request: Asked, reply: FastifyReply, said: string): Promise<FastifyReply> => {
    const { paymentNo } = request.params;
    const opened = await openedTrade(context, paymentNo, request.query.t ?? '');
    if (!opened) return reply.status(404).type('text/plain; charset=utf-8').send('支付页不存在或已过期，请回到订单重新支付');
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(sandboxPage({ ...opened.trade, returnTo: opened.returnTo, said }));
  };
  app.get(url, (request, reply) => show(request as Asked, reply, ''));
  app.post(url, async (request, reply) => {
    const { params, query, body } = request as Asked;
    const opened = await openedTrade(context, params.paymentNo, query.t ?? '');
    const action = body?.['action'] ?? '';
    if (!opened || !Object.hasOwn(SANDBOX_ACTIONS, action)) return show(request as Asked, reply, '');
    const said = await actAs(context, opened.trade, action as SandboxAction, send);
    return said === null ? reply.redirect(opened.returnTo, 303) : show(request as Asked, reply, said);
  });
  const timer = setInterval(() => void payLateTrade(context, send).catch((error: unknown) => app.log.error({ err: error }, 'sandbox')), LATE_MS);
  timer.unref();
  app.addHook('onClose', () => clearInterval(timer));
}
