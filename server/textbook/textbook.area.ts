import type { ServerArea } from '../area.ts';
import { textbookPersonalTables } from './personal-tables.ts';
import { carryNextPlaces } from './place-carry.service.ts';
import { accessCodeTodos } from './access-code/access-batch.service.ts';
import { accessCodeRoutes } from './access-code/access-code.routes.ts';
import { exerciseRoutes } from './exercise/exercise.routes.ts';
import { exerciseTodos } from './exercise/exercise-set.service.ts';
import { placedRoutes } from './placed.routes.ts';
import { questionRoutes } from './question/question.routes.ts';
import { paperRoutes } from './question-export/paper.routes.ts';
import { questionExportRoutes } from './question-export/question-export.routes.ts';
import { questionImportRoutes } from './question-import/question-import.routes.ts';
import { readNextImport } from './question-import/import-run.service.ts';
import { dropOldImports } from './question-import/question-import.service.ts';
import { keptExerciseRoutes } from './exercise/kept-exercise.routes.ts';
import { practiceRoutes } from './practice/practice.routes.ts';
import { shelfRoutes } from './shelf.routes.ts';
import { textbookRoutes } from './textbook.routes.ts';
import { addNextTextbook } from './textbook.service.ts';

export const textbookArea: ServerArea = {
  routes: [
    textbookRoutes,
    shelfRoutes,
    placedRoutes,
    keptExerciseRoutes,
    questionRoutes,
    questionImportRoutes,
    questionExportRoutes,
    paperRoutes,
    exerciseRoutes,
    practiceRoutes,
    accessCodeRoutes,
  ],
  todoSources: [...exerciseTodos, ...accessCodeTodos],
  recycleKinds: { exerciseSet: { bin: 'content', purge: 'delete' } },
  personalTables: textbookPersonalTables,
  lanes: [
    { name: 'textbook-structure', title: '登记教材与移到新版', workers: [addNextTextbook, carryNextPlaces], everyMs: 5_000 },
    // Two lanes, so that a short file does not wait for a long one.
    { name: 'question-import', title: '题目导入', workers: [readNextImport], everyMs: 5_000 },
    { name: 'question-import', title: '题目导入', workers: [readNextImport], everyMs: 5_000 },
    { name: 'question-import-cleanup', title: '清理旧的题目导入', workers: [dropOldImports], everyMs: 3_600_000 },
  ],
};
