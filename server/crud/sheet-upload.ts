import type { FastifyRequest } from 'fastify';
import { failed } from '../http/app-error.ts';

/** The first spreadsheet of a multipart request, and its other fields; a field in the query string counts too. */
export interface SheetUpload {
  readonly name: string;
  readonly bytes: Buffer;
  readonly fields: ReadonlyMap<string, string>;
}

/** Reads a multipart request with one spreadsheet. Throws for a missing file and for another file type. */
export async function sheetUpload(request: FastifyRequest): Promise<SheetUpload> {
  let file: Pick<SheetUpload, 'name' | 'bytes'> | null = null;
  const fields = new Map<string, string>(Object.entries(request.query as Record<string, string>));
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value));
    else if (file === null && /\.(xlsx|csv)$/i.test(part.filename)) file = { name: part.filename, bytes: await part.toBuffer() };
    else if (file === null) throw failed('请上传 .xlsx 或 .csv 格式的表格');
    // An unread part blocks the parts after it.
    else part.file.resume();
  }
  if (!file) throw failed('请选择要导入的表格');
  return { ...file, fields };
}
