import type pg from 'pg'
import type { Attachment } from '#core/attachments/attachments.ts'
import { attachmentEventTypes, filesAfter } from '#core/job/attachments/attachment-folds.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'

type OfJob = { companyId: string; jobId: string; types: readonly string[] }

const fileEvents = statement('attachment-events', (p: Parameters<OfJob>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.jobId)
    .where('stream', '=', 'job')
    .where((event) => event('type', '=', event.fn.any(p.types)))
    .orderBy('version'),
)

/** The files of a job that a reader may see at this moment. They are read from the log, so that one that was taken back is gone at once. */
export async function readFiles(
  pool: pg.Pool,
  { companyId, jobId }: Omit<OfJob, 'types'>,
  audience: Audience,
): Promise<Attachment[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    fileEvents({ companyId, jobId, types: attachmentEventTypes }),
  ])
  const { attachments, office } = visible(audience, filesAfter(rows.map(storedEvent)))
  return [...attachments, ...(office?.attachments ?? [])]
}
