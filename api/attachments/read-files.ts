import type pg from 'pg'
import type { Attachment } from '#core/attachments/attachments.ts'
import { type FilesAlone, filesAfter, ofOfficeAlone } from '#core/attachments/file-folds.ts'
import { attachmentFolds } from '#core/job/attachments/attachment-folds.ts'
import type { attachmentEvents } from '#core/job/attachments/attachment-messages.ts'
import { type Audience, visible } from '#core/model/access.ts'
import type { Folds, Message } from '#core/model/messages.ts'
import { siteFileFolds } from '#core/site/files/file-folds.ts'
import type { siteFileEvents } from '#core/site/files/file-messages.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'

type Of = { companyId: string; streamId: string; types: readonly string[] }

const fileEvents = statement('attachment-events', (p: Parameters<Of>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.streamId)
    .where('stream', 'in', ['job', 'site'])
    .where((event) => event('type', '=', event.fn.any(p.types)))
    .orderBy('version'),
)

type FileEvent = Message<typeof attachmentEvents> | Message<typeof siteFileEvents>

const folds: Folds<FilesAlone, FileEvent> = { ...attachmentFolds(ofOfficeAlone), ...siteFileFolds(ofOfficeAlone) }

/** The files of a job or a site that a reader may see at this moment. They are read from the log, so that one that was taken back is gone at once. */
export async function readFiles(
  pool: pg.Pool,
  { companyId, streamId }: Omit<Of, 'types'>,
  audience: Audience,
): Promise<Attachment[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    fileEvents({ companyId, streamId, types: Object.keys(folds) }),
  ])
  const { attachments, office } = visible(audience, filesAfter(folds, rows.map(storedEvent)))
  return [...attachments, ...(office?.attachments ?? [])]
}
