import { useCallback } from 'react';
import { App } from 'antd';
import { useSnapshot } from 'valtio/react';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { errorMessage } from '../ui/error-message.ts';
import type { Question, Tools } from './resource.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** Returns the selected rows that are on the current page: actions must not affect rows that are gone or not visible. */
export const inSight = <R extends object>(rows: readonly R[], chosen: readonly R[], key: keyof R): R[] => {
  const keys = new Set(chosen.map((row) => row[key]));
  return rows.filter((row) => keys.has(row[key]));
};

/** Returns a function that checks a permission of the current admin user. */
export function useCan(): (permission: string) => boolean {
  const { now } = useSnapshot(session);
  const permissions = now.state === 'authenticated' ? now.permissions : null;
  return useCallback((permission) => permissions !== null && hasPermission(permissions, permission), [permissions]);
}

/** Runs changes and shows their result; used by all admin pages. */
export function useActs(refresh: () => Promise<void>): Pick<Tools, 'act' | 'ask'> {
  const { message, modal } = App.useApp();
  const act = async (work: () => Promise<unknown>, done = '操作成功'): Promise<boolean> => {
    try {
      await work();
      void message.success(done);
      await refresh();
      return true;
    } catch (error) {
      void message.error(errorMessage(error));
      return false;
    }
  };
  const ask = ({ title, content, verb = '确定', danger = false }: Question, work: () => Promise<unknown>, done?: string): void => {
    void modal.confirm({
      title,
      content,
      okText: verb,
      cancelText: '取消',
      okButtonProps: { danger },
      onOk: () => act(work, done),
    });
  };
  return { act, ask };
}
