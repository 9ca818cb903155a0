import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { isFilePath, isImagePath, keyOf } from '#api/image-store/image-paths.ts'
import type { EventType } from '#core/ledger/ledger.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A photo, attached file or logo that is not as recorded: the event that added it, and what is wrong with its file. */
export type FileFault = { companyId: string; seq: number; src: string; state: 'missing' | 'differs' }
export type CheckedFiles = { checked: number; faults: FileFault[] }

/**
 * Compares the photos, attached files and logos of companies with the ledger, which has the SHA-256 of each in its name; one by one, however
 * many they are. What was erased by law has no name any more. Thumbnails are made of the photos, and are not compared.
 */
export async function checkFiles(
  pool: pg.Pool,
  files: Pick<ImageFiles, 'read'>,
  companyIds: readonly string[],
): Promise<CheckedFiles> {
  const faults: FileFault[] = []
  let checked = 0
  for (const companyId of companyIds) {
    for await (const { seq, src } of recordedFiles(pool, companyId)) {
      const state = await stateOf(files, src)
      checked += 1
      if (state !== 'holds') faults.push({ companyId, seq, src, state })
    }
  }
  return { checked, faults }
}

async function stateOf(files: Pick<ImageFiles, 'read'>, src: string): Promise<FileFault['state'] | 'holds'> {
  const bytes = await files.read(keyOf(src))
  if (!bytes) return 'missing'
  return src.includes(createHash('sha256').update(bytes).digest('hex')) ? 'holds' : 'differs'
}

async function* recordedFiles(pool: pg.Pool, companyId: string) {
  for (let after = 0; ; ) {
    const [{ rows }] = await readInCompany(pool, companyId, [filesAfter({ companyId, after })])
    for (const { seq, src } of rows) if (src && (isImagePath(src) || isFilePath(src))) yield { seq, src }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

const addsFiles: EventType[] = [
  'ImageAdded',
  'AttachmentAdded',
  'OfficeAttachmentAdded',
  'OfficeSiteFileAdded',
  'LogoSet',
]

const filesAfter = statement('recorded-files', (p: Parameters<{ companyId: string; after: number }>) =>
  db
    .selectFrom('event')
    .select(['seq', sql<string | null>`data ->> 'src'`.as('src')])
    .where('company_id', '=', p.companyId)
    .where('seq', '>', p.after)
    .where((event) => event.or(addsFiles.map((type) => event('type', '=', sql.lit(type)))))
    .orderBy('seq')
    .limit(500),
)

/** What the console says of them. */
export const describeFiles = ({ checked, faults }: CheckedFiles): string[] => [
  ...faults.map(({ companyId, seq, src, state }) => `${companyId}: the file of seq ${seq} ${words[state]}: ${src}`),
  `${checked - faults.length} of ${checked} photos, attached files and logos are as recorded.`,
]

const words = { missing: 'is missing', differs: 'is not the one that was recorded' }
