import type { Tx } from '../../db/database.ts';
import type { Stamps } from './seed-menus.ts';

interface Mode {
  readonly key: string;
  readonly name: string;
  /** Roles that come with this mode. */
  readonly roles: readonly string[];
  readonly audit: boolean;
  readonly materials: readonly string[];
  readonly archives: number;
  readonly megabytes: number;
}

/** User modes. A reader starts as `regular` and applies for the others. */
const MODES: readonly Mode[] = [
  { key: 'regular', name: '普通读者', roles: [], audit: false, materials: [], archives: 0, megabytes: 100 },
  { key: 'author', name: '作者', roles: ['author'], audit: true, materials: ['作品样章或简历'], archives: 20, megabytes: 2048 },
  { key: 'scholar', name: '学者', roles: ['scholar'], audit: true, materials: ['任职或研究成果证明'], archives: 20, megabytes: 2048 },
  { key: 'professor', name: '教授（专家）', roles: ['professor'], audit: true, materials: ['职称证书'], archives: 20, megabytes: 2048 },
  { key: 'editor', name: '责任编辑（外聘）', roles: ['editor'], audit: true, materials: ['责任编辑注册证书'], archives: 0, megabytes: 1024 },
  { key: 'reviewer', name: '审稿专家', roles: ['reviewer'], audit: true, materials: ['专业背景证明'], archives: 0, megabytes: 512 },
  { key: 'teacher', name: '教师', roles: ['teacher'], audit: true, materials: ['工作证或教师资格证'], archives: 20, megabytes: 2048 },
  { key: 'college', name: '院校用户', roles: [], audit: true, materials: ['院校证明'], archives: 0, megabytes: 1024 },
];

export async function seedUserModes(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  const roles = new Map((await tx.selectFrom('role').select(['id', 'roleKey']).execute()).map((role) => [role.roleKey, role.id]));
  for (const [index, mode] of MODES.entries()) {
    if (!isNew(`user mode ${mode.key}`)) continue;
    await tx
      .insertInto('userMode')
      .values({
        modeKey: mode.key,
        modeName: mode.name,
        defaultRoleIds: JSON.stringify(mode.roles.flatMap((key) => roles.get(key) ?? [])),
        needAudit: mode.audit ? '1' : '0',
        requiredMaterials: JSON.stringify(mode.materials.map((label) => ({ label }))),
        quotaArchives: mode.archives,
        quotaStorageMb: mode.megabytes,
        orderNum: index,
        ...base,
      })
      .execute();
  }
  if (!isNew('regular group')) return;
  // Every user without a role is an ordinary reader.
  const readers = await tx
    .selectFrom('user')
    .select(['id', 'createTime'])
    .where('id', 'not in', (eb) => eb.selectFrom('userRole').select('userRole.userId'))
    .execute();
  if (readers.length === 0) return;
  await tx
    .insertInto('userGroup')
    .values(readers.map(({ id: userId, createTime }) => ({ groupKey: 'regular', userId, joinedAt: createTime, maxConcurrent: 10, ...base })))
    .execute();
}
