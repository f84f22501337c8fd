import { z } from 'zod';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { API_PREFIX } from '../../contract/limits.ts';

type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Schema;
  return rest;
};

const ENVELOPE = { code: { type: 'integer', example: 200 }, msg: { type: 'string', example: '操作成功' } };

/** Returns OpenAPI 3.1 for every endpoint of the server, generated from the contract. */
export function apiDocs(endpoints: readonly Endpoint[], origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: '书舟接口', version: '1', description: '由接口契约生成。业务结果在响应体的 code 中，HTTP 状态为 200。' },
    servers: [{ url: origin + API_PREFIX }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operation(endpoint: Endpoint): object {
  return {
    operationId: endpoint.key.replace(/[^A-Za-z]+/g, '_'),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access === 'public' ? { security: [] } : { security: [{ bearer: [] }], description: permissionWords(endpoint.access) }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.multipart
      ? {
          requestBody: {
            content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } },
          },
        }
      : endpoint.body
        ? { requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
        : {}),
    responses: { 200: { description: '成功或业务失败，见 code', content: content(endpoint) } },
  };
}

const permissionWords = (access: Access): string => (access === 'signed-in' ? '需要登录' : `需要权限：${[access].flat().join(' 或 ')}`);

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Schema>; required?: string[] };
  return Object.entries(properties).map(([name, one]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: one }));
}

function content(endpoint: Endpoint): object {
  if (endpoint.file) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const shape = endpoint.data
    ? { data: schemaOf(endpoint.data, 'output') }
    : endpoint.row
      ? { rows: { type: 'array', items: schemaOf(endpoint.row, 'output') }, total: { type: 'integer' } }
      : endpoint.answer
        ? ((schemaOf(endpoint.answer, 'output') as { properties?: Record<string, Schema> }).properties ?? {})
        : {};
  return { 'application/json': { schema: { type: 'object', properties: { ...ENVELOPE, ...shape } } } };
}
