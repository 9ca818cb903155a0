import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A company that was closed: by whom, and when it is erased. */
export type Closing = { companyId: string; closedBy: string; eraseAt: string }

const insertClosing = statement('close-company', (p: Parameters<Closing & { closedAt: string }>) =>
  db
    .insertInto('company_closing')
    .values({ company_id: p.companyId, closed_by: p.closedBy, closed_at: p.closedAt, erase_at: p.eraseAt }),
)

/** Marks a company as closed, in the transaction of the event that says so. */
export async function addClosing(client: pg.ClientBase, closing: Closing & { closedAt: string }): Promise<void> {
  await client.query(insertClosing(closing))
}

const deleteClosing = statement('reopen-company', (p: Parameters<{ companyId: string }>) =>
  db.deleteFrom('company_closing').where('company_id', '=', p.companyId).where('erasing_since', 'is', null),
)

/** Marks a company as open again; false if its erasure has begun. */
export async function removeClosing(client: pg.ClientBase, companyId: string): Promise<boolean> {
  const { rowCount } = await client.query(deleteClosing({ companyId }))
  return rowCount === 1
}

const closingByCompany = statement('read-closing', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('company_closing')
    .select(['company_id as companyId', 'closed_by as closedBy', 'erase_at as eraseAt'])
    .where('company_id', '=', p.companyId),
)

/** The closing of a company; undefined if it is open. */
export async function readClosing(pool: pg.Pool, companyId: string): Promise<Closing | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [closingByCompany({ companyId })])
  return rows[0]
}

const unfinished = statement('closings-unfinished', (p: Parameters<{ pausing: string[] }>) =>
  db
    .selectFrom('company_closing')
    .select(['company_id as companyId', 'closed_by as closedBy', 'erase_at as eraseAt', 'told_end_at as toldEndAt'])
    .where('erased_at', 'is', null)
    .where((closing) => closing.not(closing('company_id', '=', closing.fn.any(p.pausing))))
    .orderBy('erase_at'),
)

/** The closed companies that are not erased yet, soonest first, but for those that pause after a failure. */
export const readClosings = (overviewPool: pg.Pool, pausing: string[]) => rowsOf(overviewPool, unfinished({ pausing }))

const lockOne = statement('lock-closing', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('company_closing')
    .select([
      'erase_at as eraseAt',
      'told_end_at as toldEndAt',
      'erasing_since as erasingSince',
      'erased_at as erasedAt',
    ])
    .where('company_id', '=', p.companyId)
    .forUpdate()
    .skipLocked(),
)

/** Locks a closing until the end of the transaction; undefined if the company was reopened or another process has it. */
export async function lockClosing(client: pg.ClientBase, companyId: string) {
  const [closing] = await rowsOf(client, lockOne({ companyId }))
  return closing
}

type Noted = { companyId: string; at: string }
const noteTold = statement('note-closing-told', (p: Parameters<Noted>) =>
  db.updateTable('company_closing').set({ told_end_at: p.at }).where('company_id', '=', p.companyId),
)
const noteErasing = statement('note-closing-erasing', (p: Parameters<Noted>) =>
  db.updateTable('company_closing').set({ erasing_since: p.at }).where('company_id', '=', p.companyId),
)
const noteErased = statement('note-closing-erased', (p: Parameters<Noted>) =>
  db.updateTable('company_closing').set({ erased_at: p.at }).where('company_id', '=', p.companyId),
)
const notes = { told: noteTold, erasing: noteErasing, erased: noteErased }

/** Notes how far a locked closing has come. */
export async function noteClosing(client: pg.ClientBase, companyId: string, what: keyof typeof notes, at: Date) {
  await client.query(notes[what]({ companyId, at: at.toISOString() }))
}
