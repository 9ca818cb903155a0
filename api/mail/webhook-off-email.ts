import type pg from 'pg'
import { lines, oneLine } from '#api/mail/emails.ts'
import type { Email } from '#api/services/mail-transport.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Person = { companyId: string; userRole: Role; name: string; businessName: string; address: string }

const whys: Record<string, string> = {
  failing: 'nothing has arrived there for three days',
  gone: 'its receiver says the address no longer exists',
  'maker-left': 'nobody in the office is responsible for it any more',
}

/** Writes which webhooks have turned themselves off and still are; undefined if none is, or the person has left the office. */
export async function writeWebhookOff(pool: pg.Pool, person: Person): Promise<Email | undefined> {
  if (!isOffice(person.userRole)) return undefined
  const [{ rows }] = await readInCompany(pool, person.companyId, [turnedOff({ companyId: person.companyId })])
  if (rows.length === 0) return undefined
  const company = oneLine(person.businessName)
  return {
    subject: `A webhook at ${company} was turned off`,
    text: lines(
      `Hello ${oneLine(person.name)},`,
      `Fettle no longer sends what happens at ${company} to:`,
      ...rows.map(({ url, off }) => `${URL.parse(url)?.host ?? url}: ${whys[off ?? ''] ?? 'it was turned off'}.`),
      'Nothing is lost. Check the receiver’s answers, and turn the webhook on again once it works: Fettle then sends what happened in the meantime.',
      `${person.address}/connections`,
    ),
  }
}

const turnedOff = statement('webhooks-that-turned-off', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('webhook')
    .select(['url', 'off'])
    .where('company_id', '=', p.companyId)
    .where('off', 'is not', null)
    .where('off', '!=', 'paused')
    .orderBy('created_at'),
)
