import type { ServerArea } from '../area.ts';
import { proofPersonalTables } from './personal-tables.ts';
import { sampleCheckEffect } from './quality-check.service.ts';
import { newProofEffect, proofEffect, proofReadingTodos } from './proof-effects.service.ts';
import { qualityReport } from './proof-report.service.ts';
import { readerMarkEffect } from './reader-mark.service.ts';
import { authorProofRoutes } from './author-proof.routes.ts';
import { correctionCheckRoutes } from './correction-check.routes.ts';
import { errorRuleBin, errorRuleRoutes } from './error-rule.routes.ts';
import { heldProofs } from './held-proof.service.ts';
import { proofRoutes } from './proof.routes.ts';
import { proofsOf, proofsToCheck, unassignedProofs } from './proof.queries.ts';
import { qualityCheckRoutes } from './quality-check.routes.ts';
import { authorProofDuty, proofDuty } from './proof-duties.ts';

const link = '/press/proofread/one';

export const proofArea: ServerArea = {
  personalTables: proofPersonalTables,
  effects: [sampleCheckEffect, proofEffect, newProofEffect],
  recycleKinds: {
    errorRule: errorRuleBin,
  },
  authorTodos: [proofReadingTodos],
  reports: [qualityReport],
  erratumEffects: [readerMarkEffect],
  routes: [authorProofRoutes, qualityCheckRoutes, errorRuleRoutes, correctionCheckRoutes, proofRoutes],
  heldWork: [heldProofs],
  todoSources: [
    {
      key: 'proofread',
      label: '等我校对',
      permission: 'press:proof:submit',
      link,
      items: async (db, currentUser) => proofsOf(db, currentUser.userId),
    },
    {
      key: 'proofAssign',
      label: '校对待指派',
      permission: 'press:proof:assign',
      link,
      items: async (db) => unassignedProofs(db),
    },
    {
      key: 'proofCheck',
      label: '等我核红',
      permission: 'press:proof:check',
      link,
      items: async (db, currentUser) => proofsToCheck(db, currentUser.userId),
    },
  ],
  duties: [authorProofDuty, proofDuty],
};
