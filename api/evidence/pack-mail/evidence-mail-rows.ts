import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

/** An evidence pack to be sent. To whom and what it has is in the log. */
export type EvidenceMail = { companyId: string; jobId: string; mailId: string }
export type ClaimedMail = EvidenceMail & { tries: number; queuedAt: string }

const insertOne = statement('add-evidence-mail', (p: Parameters<EvidenceMail & { now: string }>) =>
  db.insertInto('evidence_mail').values({
    company_id: p.companyId,
    job_id: p.jobId,
    mail_id: p.mailId,
    queued_at: p.now,
    due_at: p.now,
  }),
)

/** Queues an evidence pack, in the caller's transaction on the sign-in pool. */
export async function addEvidenceMail(client: pg.ClientBase, mail: EvidenceMail, now: Date): Promise<void> {
  await client.query(insertOne({ ...mail, now: now.toISOString() }))
}

const companies = statement('companies-with-evidence-mails', (p: Parameters<{ now: string }>) =>
  db
    .selectFrom('evidence_mail')
    .select('company_id as companyId')
    .distinct()
    .where('due_at', '<=', p.now)
    .where(({ not }) => not(isErased('evidence_mail.company_id'))),
)

/** The companies that have a pack to send. `pool` is the one that reads all companies. */
export const companiesWithPacks = async (pool: pg.Pool, now: Date): Promise<string[]> =>
  (await rowsOf(pool, companies({ now: now.toISOString() }))).map((one) => one.companyId)

const claimDue = statement('claim-evidence-mail', (p: Parameters<{ companyId: string; now: string; until: string }>) =>
  db
    .updateTable('evidence_mail')
    .set((one) => ({ tries: one('tries', '+', 1), due_at: p.until }))
    .where('company_id', '=', p.companyId)
    .where('mail_id', '=', (one) =>
      one
        .selectFrom('evidence_mail as due')
        .select('due.mail_id')
        .where('due.company_id', '=', p.companyId)
        .where('due.due_at', '<=', p.now)
        .orderBy('due.due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['company_id as companyId', 'job_id as jobId', 'mail_id as mailId', 'tries', 'queued_at as queuedAt']),
)

/** Claims the pack of a company that has been due longest. Nobody else has it until `until`. */
export async function claimPack(
  client: pg.ClientBase,
  { companyId, now, until }: { companyId: string; now: Date; until: Date },
): Promise<ClaimedMail | undefined> {
  const [row] = await rowsOf(client, claimDue({ companyId, now: now.toISOString(), until: until.toISOString() }))
  return row
}

const move = statement('move-evidence-mail', (p: Parameters<EvidenceMail & { tries: number; dueAt: string }>) =>
  db
    .updateTable('evidence_mail')
    .set({ due_at: p.dueAt })
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.jobId)
    .where('mail_id', '=', p.mailId)
    // Another process has it if this one was away for longer than its claim.
    .where('tries', '=', p.tries),
)

/** Sets when a claimed pack is due again; false if it is no longer this process's, or was withdrawn. */
export async function movePack(client: pg.ClientBase, mail: ClaimedMail, dueAt: Date): Promise<boolean> {
  const { companyId, jobId, mailId, tries } = mail
  const { rowCount } = await client.query(move({ companyId, jobId, mailId, tries, dueAt: dueAt.toISOString() }))
  return rowCount === 1
}

const deleteOne = statement('delete-evidence-mail', (p: Parameters<EvidenceMail & { tries: number }>) =>
  db
    .deleteFrom('evidence_mail')
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.jobId)
    .where('mail_id', '=', p.mailId)
    .where('tries', '=', p.tries),
)

/** Deletes a pack that was sent, or that nobody is to get; false if it was withdrawn, or is another process's by now. */
export async function deletePack(
  client: pg.ClientBase,
  { companyId, jobId, mailId, tries }: ClaimedMail,
): Promise<boolean> {
  const { rowCount } = await client.query(deleteOne({ companyId, jobId, mailId, tries }))
  return rowCount === 1
}
