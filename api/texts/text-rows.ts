import { sql } from 'kysely'
import type pg from 'pg'
import type { BellChannel } from '#ledger/database/bell.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

/** A text message of a job's link. What it says and where it goes is in the log. */
export type QueuedText = {
  companyId: string
  textId: string
  jobId: string
  linkId: string
  siteId: string
  contactId: string
}
export type ClaimedText = Pick<QueuedText, 'companyId' | 'textId' | 'jobId' | 'linkId'> & {
  tries: number
  queuedAt: string
}

const textsQueued: BellChannel = 'fettle_texts'

const insert = statement('add-text', (p: Parameters<QueuedText & { now: string; dueAt: string }>) =>
  db
    .with('added', (text) =>
      text
        .insertInto('text_message')
        .values({
          company_id: p.companyId,
          text_id: p.textId,
          job_id: p.jobId,
          link_id: p.linkId,
          site_id: p.siteId,
          contact_id: p.contactId,
          state: 'waiting',
          queued_at: p.now,
          due_at: p.dueAt,
        })
        .returning('text_id'),
    )
    .selectFrom('added')
    .select(({ fn, val }) => fn('pg_notify', [val(textsQueued), val('')]).as('notified')),
)

/** Queues a text message, in the caller's transaction on the sign-in pool, and wakes its senders. */
export async function addText(client: pg.ClientBase, text: QueuedText, now: Date, dueAt = now): Promise<void> {
  await client.query(insert({ ...text, now: now.toISOString(), dueAt: dueAt.toISOString() }))
}

const companies = statement('companies-with-texts', (p: Parameters<{ now: string }>) =>
  db
    .selectFrom('text_message')
    .select('company_id as companyId')
    .distinct()
    .where('state', '=', sql.lit('waiting'))
    .where('due_at', '<=', p.now)
    .where(({ not }) => not(isErased('text_message.company_id'))),
)

/** The companies that have a text to send. `pool` is the one that reads all companies. */
export const companiesWithTexts = async (pool: pg.Pool, now: Date): Promise<string[]> =>
  (await rowsOf(pool, companies({ now: now.toISOString() }))).map((one) => one.companyId)

type Claim = { companyId: string; now: string; until: string; limit: number }

const claimDue = statement('claim-texts', (p: Parameters<Claim>) =>
  db
    .updateTable('text_message')
    .set((one) => ({ tries: one('tries', '+', 1), due_at: p.until }))
    .where('company_id', '=', p.companyId)
    .where('text_id', 'in', (one) =>
      one
        .selectFrom('text_message as due')
        .select('due.text_id')
        .where('due.company_id', '=', p.companyId)
        .where('due.state', '=', sql.lit('waiting'))
        .where('due.due_at', '<=', p.now)
        .orderBy('due.due_at')
        .limit(p.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'company_id as companyId',
      'text_id as textId',
      'job_id as jobId',
      'link_id as linkId',
      'tries',
      'queued_at as queuedAt',
    ]),
)

/** Claims texts that have been due longest. Nobody else has them until `until`, unless this process has died by then. */
export const claimTexts = (client: pg.ClientBase, claim: Claim): Promise<ClaimedText[]> =>
  rowsOf(client, claimDue(claim))

type Tried = {
  companyId: string
  textId: string
  tries: number
  state: 'waiting' | 'sent' | 'failed' | 'dropped'
  dueAt: string
  triedAt: string
  parts: number | null
  status: number | null
  failure: string | null
  sandboxTo: string | null
  sandboxText: string | null
}

const noteTried = statement('note-text-tried', (p: Parameters<Tried>) =>
  db
    .updateTable('text_message')
    .set((one) => {
      const isErasing = one.exists(one.selectFrom('erasure').select('erasure_id').where('company_id', '=', p.companyId))
      return {
        state: p.state,
        due_at: p.dueAt,
        tried_at: p.triedAt,
        parts: p.parts,
        status: p.status,
        failure: p.failure,
        // What is being erased is not kept once more.
        sandbox_to: sql<string | null>`case when ${isErasing} then null else ${p.sandboxTo}::text end`,
        sandbox_text: sql<string | null>`case when ${isErasing} then null else ${p.sandboxText}::text end`,
      }
    })
    .where('company_id', '=', p.companyId)
    .where('text_id', '=', p.textId)
    // One that was asked for again meanwhile is sent again.
    .where('tries', '=', p.tries),
)

/** Notes what came of a try. */
export async function noteTextTried(client: pg.ClientBase, tried: Tried): Promise<void> {
  await client.query(noteTried(tried))
}

const failedText = statement('failed-text', (p: Parameters<{ companyId: string; textId: string }>) =>
  db
    .selectFrom('text_message')
    .select('job_id as jobId')
    .where('company_id', '=', p.companyId)
    .where('text_id', '=', p.textId)
    .where('state', '=', sql.lit('failed')),
)

/** The job of a text that was given up; undefined if it is none of these. */
export async function jobOfFailed(pool: pg.Pool, companyId: string, textId: string): Promise<string | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [failedText({ companyId, textId })])
  return rows[0]?.jobId
}

const putBack = statement('retry-text', (p: Parameters<{ companyId: string; textId: string; now: string }>) =>
  db
    .updateTable('text_message')
    .set({ state: 'waiting', tries: 0, queued_at: p.now, due_at: p.now, status: null, failure: null })
    .where('company_id', '=', p.companyId)
    .where('text_id', '=', p.textId)
    .where('state', '=', sql.lit('failed')),
)

/** Has a text that was given up sent again under its id; false if it is none of these. */
export async function retryText(client: pg.ClientBase, companyId: string, textId: string, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(putBack({ companyId, textId, now: now.toISOString() }))
  return rowCount === 1
}
