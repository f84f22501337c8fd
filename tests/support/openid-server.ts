import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ExternalPerson {
  readonly sub: string;
  readonly name?: string;
  readonly preferred_username?: string;
  readonly email?: string;
}

export interface OpenIdServer {
  readonly issuer: string;
  /** The product's settings for this provider. */
  readonly settings: { key: string; name: string; issuer: string; clientId: string; clientSecret: string; scope: string };
  /** The user that signs in next. */
  person: ExternalPerson;
  /** Overrides claims of the next ID tokens; null removes one. */
  forged: Readonly<Record<string, unknown>>;
  /** Signs ID tokens with an unpublished key. */
  foreignKey: boolean;
  /** Returns the query string with which the provider would redirect the browser back. */
  answer(address: string): string;
  close(): Promise<void>;
}

const base64url = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Starts a small OpenID Connect provider on a free port: discovery, keys, a sign-in page that agrees at once, token exchange with PKCE. */
export async function openIdServer(): Promise<OpenIdServer> {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { challenge: string; nonce: string; person: ExternalPerson }>();
  const clientId = 'shuzhou';
  const clientSecret = randomBytes(16).toString('hex');

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer());
    const json = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        issuer: issuer(),
        authorization_endpoint: `${issuer()}/authorize`,
        token_endpoint: `${issuer()}/token`,
        jwks_uri: `${issuer()}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    if (url.pathname === '/keys') return json({ keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] });
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: `${url.searchParams.get('redirect_uri')}?${provider.answer(url.href)}` });
      return response.end();
    }
    if (url.pathname !== '/token') return json({ error: 'not_found' }, 404);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = new URLSearchParams(Buffer.concat(parts).toString());
      const code = codes.get(body.get('code') ?? '');
      codes.delete(body.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url');
      if (!code || code.challenge !== challenge || body.get('client_secret') !== clientSecret) return json({ error: 'invalid_grant' }, 400);
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer(), aud: clientId, iat: now, exp: now + 300, nonce: code.nonce, ...code.person, ...provider.forged };
      const text = `${base64url({ alg: 'RS256', kid: 'one' })}.${base64url(claims)}`;
      const key = provider.foreignKey ? other.privateKey : published.privateKey;
      json({
        access_token: randomBytes(12).toString('hex'),
        token_type: 'Bearer',
        id_token: `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = (): string => `http://127.0.0.1:${port}`;
  const provider: OpenIdServer = {
    issuer: issuer(),
    settings: { key: 'campus', name: '校园账号', issuer: issuer(), clientId, clientSecret, scope: 'openid profile' },
    person: { sub: 'u-1', name: '周渡', preferred_username: 'zhoudu' },
    forged: {},
    foreignKey: false,
    answer(address) {
      const asked = new URL(address).searchParams;
      const code = randomBytes(12).toString('hex');
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', nonce: asked.get('nonce') ?? '', person: provider.person });
      return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return provider;
}
