import * as openid from 'openid-client';
import type { ExternalProvider } from '../../settings.ts';

/** Timeout in seconds of a request to a provider. */
const TIMEOUT_S = 8;
/** A provider's metadata is read again after this time, so that changed endpoints are noticed. */
const METADATA_MS = 60 * 60_000;

const known = new Map<string, { readonly until: number; readonly configuration: Promise<openid.Configuration> }>();

/** Returns the provider's metadata; read once an hour. Rejects when the provider is unreachable. */
function configurationOf(provider: ExternalProvider): Promise<openid.Configuration> {
  const key = `${provider.issuer} ${provider.clientId}`;
  const found = known.get(key);
  if (found && found.until > Date.now()) return found.configuration;
  const issuer = new URL(provider.issuer);
  const configuration = openid.discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
    timeout: TIMEOUT_S,
    // By default the library relies on TLS in place of the ID token's signature. Settings accept http: only for a provider on this
    // machine.
    execute: [openid.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [])],
  });
  known.set(key, { until: Date.now() + METADATA_MS, configuration });
  configuration.catch(() => known.delete(key));
  return configuration;
}

export interface SignInRequest {
  readonly address: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Returns the address of the provider's sign-in page, with PKCE (S256), `state` and a new nonce. */
export async function signInRequest(provider: ExternalProvider, redirectUri: string, state: string): Promise<SignInRequest> {
  const configuration = await configurationOf(provider);
  const verifier = openid.randomPKCECodeVerifier();
  const nonce = openid.randomNonce();
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, nonce, verifier };
}

export interface ExternalAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly userName: string;
  readonly nickName: string;
  /** The ID token's `amr` (RFC 8176) reports that the provider required more than one factor. */
  readonly multiFactor: boolean;
}

/** Exchanges the code and verifies the ID token: signature, issuer, audience, times, nonce. Throws when any of them is invalid. */
export async function verifiedAccount(
  provider: ExternalProvider,
  callback: URL,
  expected: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<ExternalAccount> {
  const configuration = await configurationOf(provider);
  const tokens = await openid.authorizationCodeGrant(configuration, callback, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims?.sub) throw new Error('the ID token has no subject');
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  const account = text(claims['preferred_username']) || text(claims['email']).split('@')[0] || '';
  const nickName = text(claims['name']) || text(claims['nickname']) || account;
  const methods = claims['amr'];
  const multiFactor = Array.isArray(methods) && methods.includes('mfa');
  return { issuer: claims.iss, subject: claims.sub, userName: account, nickName, multiFactor };
}
