import type pg from 'pg'
import type { Purpose } from '#api/accounts/password-links.ts'

/** A mail that waits. `mailId` is also the id of the link that it carries. */
export type Mail = { mailId: string; kind: Purpose; recipient: string; createdAt: Date; tries: number }

/** Puts a mail in line; in the caller's transaction where it is given one. */
export async function addMail(
  db: pg.Pool | pg.ClientBase,
  { mailId, kind, recipient }: Pick<Mail, 'mailId' | 'kind' | 'recipient'>,
): Promise<void> {
  await db.query({
    name: 'add-mail',
    text: 'insert into mail (mail_id, kind, recipient) values ($1, $2, $3)',
    values: [mailId, kind, recipient],
  })
}

/** Nobody else takes a mail that is being sent, unless its sender has died. */
const leaseSeconds = 120

/** Takes the mail that is due longest; undefined when none is. Processes that ask at once get different ones. */
export async function claimMail(pool: pg.Pool): Promise<Mail | undefined> {
  const { rows } = await pool.query<Omit<Mail, 'createdAt'> & { createdAt: string }>({
    name: 'take-mail',
    text: `
      update mail set tries = tries + 1, due_at = now() + make_interval(secs => $1)
      where mail_id = (select mail_id from mail where due_at <= now() order by due_at limit 1 for update skip locked)
      returning mail_id "mailId", kind, recipient, created_at "createdAt", tries`,
    values: [leaseSeconds],
  })
  const row = rows[0]
  return row && { ...row, createdAt: new Date(row.createdAt) }
}

/** Holds a mail for as long as the transaction takes; false where nobody wants it any more. */
export async function lockMail(client: pg.ClientBase, { mailId }: Pick<Mail, 'mailId'>): Promise<boolean> {
  const { rowCount } = await client.query('select from mail where mail_id = $1 for update', [mailId])
  return rowCount === 1
}

/** Puts a mail back that could not be sent; it waits twice as long each time, ten minutes at most. */
export async function rescheduleMail(pool: pg.Pool, { mailId, tries }: Mail): Promise<void> {
  const seconds = Math.min(2 ** Math.min(tries, 20), 600)
  await pool.query('update mail set due_at = now() + make_interval(secs => $2) where mail_id = $1', [mailId, seconds])
}

/** Forgets a mail that was sent, or has nobody to go to. */
export async function deleteMail(pool: pg.Pool, { mailId }: Pick<Mail, 'mailId'>): Promise<void> {
  await pool.query('delete from mail where mail_id = $1', [mailId])
}
