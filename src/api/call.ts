import type { AxiosResponse } from 'axios';
import type { DataOf, Endpoint, EndpointSpec, InputOf } from '../../contract/endpoint.ts';
import { NETWORK_FAILURE } from '../../contract/error.ts';
import { CallError, OFFLINE } from './call-error.ts';
import type { CallOptions, HttpRequest } from './http-client.ts';

export * from './call-error.ts';

/** axios is a chunk of its own (19 KB): it is loaded after the first paint, or with the first call. */
export const loadHttpClient = (): Promise<typeof import('./http-client.ts')> =>
  import('./http-client.ts').catch(() => {
    throw new CallError(OFFLINE, NETWORK_FAILURE);
  });

/** Sends one request and resolves with the response of any HTTP status. Throws `CallError` without a response. */
export const request = async (asked: HttpRequest): Promise<AxiosResponse<unknown>> => (await loadHttpClient()).request(asked);

/** The input of a call. Where the endpoint takes files, the body is a form with them. */
export type CallInput<S extends EndpointSpec> = InputOf<S> & (S extends { readonly multipart: true } ? { readonly body: FormData } : unknown);

/** Sends one call of the contract and returns its data. Throws `CallError` with a message for users. */
export const call = async <K extends string, S extends EndpointSpec>(
  endpoint: Endpoint<K, S>,
  input: CallInput<S>,
  options: CallOptions = {},
): Promise<DataOf<S>> => (await (await loadHttpClient()).exchange(endpoint, input, options)) as DataOf<S>;
