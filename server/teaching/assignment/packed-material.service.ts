import { CODE } from '../../../contract/error.ts';
import type { PackedMaterial } from '../../../contract/teaching/class-pack.ts';
import { rightTo } from '../../commerce/entitlement.service.ts';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { placedForReaders } from '../../textbook/placed.service.ts';

/** The files at the paragraphs of textbooks that a member of a class may read. */
export async function materialsForPack(context: AppContext, currentUser: CurrentUser, publishIds: readonly number[]): Promise<PackedMaterial[]> {
  const materials: PackedMaterial[] = [];
  for (const publishId of publishIds) {
    const placed = await placedForReaders(context, currentUser, publishId).catch((error: unknown) => {
      // A textbook that was taken off sale has none for who holds no right to it.
      if (error instanceof AppError && error.code === CODE.missing) return null;
      throw error;
    });
    if (!placed) continue;
    const { entitled, validTo } = await rightTo(context, currentUser, publishId);
    for (const { placedId, label, file, isFree } of placed.items)
      if (file && (isFree || entitled))
        materials.push({ placedId, publishId, label, name: file.name, bytes: file.bytes, until: isFree ? null : validTo });
  }
  return materials;
}
