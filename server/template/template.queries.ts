import type { TemplateType } from '../../contract/template/template-types.ts';
import type { Database } from '../db/database.ts';

export const templateById = (db: Database, id: number) =>
  db.selectFrom('template').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const defaultOf = (db: Database, type: TemplateType) =>
  db
    .selectFrom('template')
    .selectAll()
    .where('templateType', '=', type)
    .where('isDefault', '=', '1')
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .executeTakeFirst();

export const uploadedFile = (db: Database, fileId: number) => db.selectFrom('file').select(['fileName']).where('id', '=', fileId).executeTakeFirst();
