import type pg from 'pg'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { isImagePath, keyOf, thumbnailOf } from '#api/image-store/image-paths.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** Whether any event is of this picture; one that was deleted since still shows in the history. */
export async function isSpokenOf(pool: pg.Pool, companyId: string, src: string): Promise<boolean> {
  const [{ rowCount }] = await readInCompany(pool, companyId, [
    {
      name: 'image-spoken-of',
      text: `select from event where company_id = $1 and type = 'ImageAdded' and data ->> 'src' = $2 limit 1`,
      values: [companyId, src],
    },
  ])
  return (rowCount ?? 0) > 0
}

/** Removes the files of a picture that no event is of any more. */
export async function removeUnlessSpokenOf(pool: pg.Pool, files: ImageFiles, companyId: string, src: string) {
  if (!isImagePath(src) || (await isSpokenOf(pool, companyId, src))) return
  await Promise.all([files.remove(keyOf(src)), files.remove(keyOf(thumbnailOf(src)))])
}
