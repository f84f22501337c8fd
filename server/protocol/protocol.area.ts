import { protocolMachine } from '../../contract/protocol/protocol.machine.ts';
import type { ServerArea } from '../area.ts';
import { protocolPersonalTables } from './personal-tables.ts';
import { agreementDocument } from './protocol-document.service.ts';
import { amendmentTodos } from './amendment.service.ts';
import { amendmentRoutes } from './amendment.routes.ts';
import { protocolEffect, signingTodos, watchNextEnd } from './protocol-effects.service.ts';
import { protocolRoutes } from './protocol.routes.ts';
import { saleRightEffect } from './sale-right.service.ts';
import { agreementsOfAuthor } from './term.service.ts';
import { termRoutes } from './term.routes.ts';
import { waitingProtocols } from './protocol-list.queries.ts';

const link = '/press/protocol';

export const protocolArea: ServerArea = {
  personalTables: protocolPersonalTables,
  effects: [protocolEffect, saleRightEffect],
  documentSources: {
    agreement: agreementDocument,
  },
  authorTodos: [signingTodos, amendmentTodos],
  routes: [amendmentRoutes, termRoutes, protocolRoutes],
  todoSources: [
    {
      key: 'protocolDraft',
      label: '协议待拟定',
      permission: 'press:protocol:edit',
      link,
      items: async (db, currentUser) => waitingProtocols(db, protocolMachine.groups.writable, currentUser.userId),
    },
    {
      key: 'protocolCheck',
      label: '协议待审核',
      permission: 'press:protocol:audit',
      link,
      items: async (db) => waitingProtocols(db, ['checking'], null),
    },
    {
      key: 'protocolSign',
      label: '协议待社方签',
      permission: 'press:protocol:sign',
      link,
      items: async (db) => waitingProtocols(db, ['wait_press'], null),
    },
  ],
  authorAgreements: agreementsOfAuthor,
  lanes: [{ name: 'contract-end', title: '合同到期提醒', workers: [watchNextEnd], everyMs: 300_000 }],
};
