import { sql } from 'kysely'
import type pg from 'pg'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { isFilePath, isImagePath, keyOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A function of the database finds it by an index, which row-level security would keep a query from; see migration 0054. */
export const imageReference = statement('image-referenced', (p: Parameters<{ companyId: string; src: string }>) =>
  db.selectNoFrom((query) => query.fn<boolean>('is_image_referenced', [p.companyId, p.src]).as('isReferenced')),
)

/** Whether any event refers to this image or attached file; one that was deleted since still shows in the history. */
export async function isReferenced(pool: pg.Pool, companyId: string, src: string): Promise<boolean> {
  const [{ rows }] = await readInCompany(pool, companyId, [imageReference({ companyId, src })])
  return rows[0]?.isReferenced === true
}

const removal = statement('logo-removed', (p: Parameters<{ companyId: string; imageId: string }>) =>
  db
    .selectFrom('event')
    .select('seq')
    .where('company_id', '=', p.companyId)
    .where('type', '=', sql.lit('LogoRemoved'))
    .where((event) => event(sql<string>`${event.ref('data')} ->> 'imageId'`, '=', p.imageId))
    .limit(1),
)

const deletion = statement('image-deleted', (p: Parameters<{ companyId: string; imageId: string }>) =>
  db
    .selectFrom('event')
    .select('seq')
    .where('company_id', '=', p.companyId)
    .where('type', '=', sql.lit('ImageDeleted'))
    .where((event) => event(sql<string>`${event.ref('data')} ->> 'imageId'`, '=', p.imageId))
    .limit(1),
)

/** Whether an image was deleted from its job, or a logo removed from the papers. Images are never put back. */
export async function isDeleted(pool: pg.Pool, companyId: string, imageId: string): Promise<boolean> {
  const asked = { companyId, imageId }
  const [deleted, removed] = await readInCompany(pool, companyId, [deletion(asked), removal(asked)])
  return deleted.rows.length + removed.rows.length > 0
}

/** Removes the files of an image, or an attached file, to which no event refers. */
export async function removeUnlessReferenced(pool: pg.Pool, files: ImageFiles, companyId: string, src: string) {
  const stored = isImagePath(src) ? [src, thumbnailOf(src)] : isFilePath(src) ? [src] : []
  if (stored.length === 0 || (await isReferenced(pool, companyId, src))) return
  await Promise.all(stored.map((path) => files.remove(keyOf(path))))
}
