import type { AnyCrud } from '../../contract/crud.ts';
import type { AppContext } from '../context.ts';
import { forbidden } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import type { CrudService } from './crud-service.ts';
import { personalRows, rejectPersonalQuery } from './personal-view.ts';

type Asked = Readonly<Record<string, unknown>>;

/** A resource whose rows can be exported. */
export interface Exporter {
  readonly crud: AnyCrud;
  readonly service: CrudService<AnyCrud>;
}

const known = new WeakMap<AppContext, Map<string, Exporter>>();

export function registerExporter(context: AppContext, exporter: Exporter): void {
  const all = known.get(context) ?? new Map<string, Exporter>();
  known.set(context, all.set(exporter.crud.path, exporter));
}

/** Returns the resource with an address; undefined when this version has none. */
export const exporterOf = (context: AppContext, path: string): Exporter | undefined => known.get(context)?.get(path);

/** Throws unless a user may export a resource now, and search it in this way. */
export async function requireExport(context: AppContext, currentUser: CurrentUser, { crud }: Exporter, asked: Asked): Promise<void> {
  const { access } = crud.export;
  const wanted = typeof access === 'string' ? [access] : access;
  if (!wanted.some((one) => one === 'signed-in' || hasPermission(currentUser, one))) throw forbidden(`您已没有导出${crud.name}的权限`);
  await rejectPersonalQuery(context.db, currentUser, crud.export, undefined, asked);
}

/** Returns the rows of an export in parts, with personal fields of other users masked. */
export async function* exportedParts(
  context: AppContext,
  currentUser: CurrentUser,
  { crud, service }: Exporter,
  asked: Asked,
): AsyncGenerator<readonly object[]> {
  for await (const rows of service.every(context, currentUser, asked)) yield (await personalRows(context.db, currentUser, crud, rows)) as object[];
}
