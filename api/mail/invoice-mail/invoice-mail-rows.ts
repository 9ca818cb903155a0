import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type InvoiceMail = { mailId: string; companyId: string; jobId: string }

const insertOne = statement('add-invoice-mail', (p: Parameters<InvoiceMail>) =>
  db.insertInto('invoice_mail').values({ mail_id: p.mailId, company_id: p.companyId, job_id: p.jobId }),
)

/** Notes of which job a queued mail has the invoice; it goes with the mail. On the sign-in pool. */
export async function addInvoiceMail(client: pg.ClientBase, mail: InvoiceMail): Promise<void> {
  await client.query(insertOne(mail))
}

const byMail = statement('job-of-invoice-mail', (p: Parameters<{ mailId: string }>) =>
  db.selectFrom('invoice_mail').select(['company_id as companyId', 'job_id as jobId']).where('mail_id', '=', p.mailId),
)

/** Of which job a mail has the invoice; undefined for another mail. */
export async function jobOfInvoiceMail(pool: pg.Pool, mailId: string) {
  const [row] = await rowsOf(pool, byMail({ mailId }))
  return row
}
