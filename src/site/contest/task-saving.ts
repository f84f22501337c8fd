import { saveTask } from '../../../contract/contest/judge-task.ts';
import { call } from '../../api/call.ts';
import { DraftSaving } from '../../drafts/draft-saving.ts';
import { refreshTasks } from './judge-queries.ts';
import { bodyOf, dropTaskDraft, saveTaskDraft, type TaskDraft, type TaskPlace } from './judging-package.ts';

const NO_ROOM = '这台设备存不下草稿，离开前请提交';

/**
 * The saving of one opened task: on the device with each change, on the server when the judge goes on to another task. The server keeps one
 * draft for each judge and task, so there are no versions to compare. `onMessage` gets the reason why the device has not taken a draft, and an
 * empty text when it has.
 */
export function taskSaving(userId: number, place: TaskPlace, initial: TaskDraft, onMessage: (message: string) => void) {
  let draft = initial;
  const saving = new DraftSaving<TaskDraft>(
    {
      read: () => draft,
      keep: async (value) => {
        const stored = await saveTaskDraft(userId, place, value);
        onMessage(stored ? '' : NO_ROOM);
        if (!stored) throw new Error(NO_ROOM);
      },
      drop: () => dropTaskDraft(userId, place),
      send: async (value, base) => {
        await call(saveTask, { body: bodyOf(place, value) });
        await refreshTasks();
        return base;
      },
      onStatus: () => undefined,
    },
    0,
    false,
  );
  return {
    change(next: TaskDraft): void {
      draft = next;
      saving.changed();
      void saving.keep();
    },
    save: (): Promise<boolean> => saving.save(),
    /** The score was submitted: the draft on the device is not needed any more. */
    submitted: (): Promise<void> => saving.replaced(saving.base),
    get status() {
      return saving.status;
    },
  };
}
