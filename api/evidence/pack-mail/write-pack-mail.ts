import { sql } from 'kysely'
import { addressOf } from '#api/accounts/password-links.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { readPackFacts } from '#api/evidence/pack-facts.ts'
import { lines, oneLine } from '#api/mail/emails.ts'
import type { ChainChecker } from '#api/proof/chain-checker.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { memberRole } from '#core/model/messages.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readHead, readStream } from '#ledger/log/read.ts'
import type { EvidenceMail } from './evidence-mail-rows.ts'
import { makePack } from './pack-bytes.ts'

type Writing = {
  /** Throws if the mail was withdrawn, or is another process's by now. */
  stillWanted: () => Promise<unknown>
  signal: AbortSignal
}

type PackEmail = Email & { to: string }

/**
 * Writes the mail that brings somebody the evidence pack of a job as it was when it was sent, of what is still there. Undefined if
 * nobody is to get it any more. A pack can take minutes to make, so it is written again if anything was erased in the meantime, or the
 * company closed.
 */
export async function writePackMail(
  services: Services,
  chainChecker: ChainChecker,
  mail: EvidenceMail,
  writing: Writing,
): Promise<PackEmail | undefined> {
  const { ledgerPool } = services
  const { companyId } = mail
  for (;;) {
    writing.signal.throwIfAborted()
    const { seq = 0 } = (await readHead(ledgerPool, companyId)) ?? {}
    const email = await writeOnce(services, chainChecker, mail, writing)
    if (!email) return undefined
    const [{ rows: since }] = await readInCompany(ledgerPool, companyId, [outdatingAfter({ companyId, seq })])
    if (since.length === 0) return email
  }
}

/** The first event after a seq that changes what an email may say, or whether it may be sent. */
const outdatingAfter = statement('pack-outdating-after', (p: Parameters<{ companyId: string; seq: number }>) =>
  db
    .selectFrom('event')
    .select('seq')
    .where('company_id', '=', p.companyId)
    .where('type', 'in', [sql.lit('EventErased'), sql.lit('MemberErased'), sql.lit('CompanyClosed')])
    .where('seq', '>', p.seq)
    .limit(1),
)

async function writeOnce(
  services: Services,
  chainChecker: ChainChecker,
  { companyId, jobId, mailId }: EvidenceMail,
  { stillWanted, signal }: Writing,
): Promise<PackEmail | undefined> {
  const { config, ledgerPool, headKey } = services
  // As it is in the log: its row may be a moment behind, and nothing is sent for a company that was closed.
  const company = await readCompanyNow(ledgerPool, companyId)
  if (!company || company.closing) return undefined
  const history = await readStream(ledgerPool, companyId, jobId)
  const event = history.find((one) => one.type === 'EvidenceSent' && one.data.mailId === mailId)
  if (event?.type !== 'EvidenceSent' || event.data.sentTo === erasedText) return undefined
  const { sentTo, message, upTo, copy, from, to, prices, notes } = event.data
  const facts = await readPackFacts(services, chainChecker, {
    ...{ companyId, jobId, userId: event.actorId ?? '', role: memberRole(event.actorRole) ?? 'admin', signal },
    choice: { copy, prices, notes, ...(from ? { from } : {}), ...(to ? { to } : {}) },
    asOf: { upTo, at: event.recordedAt },
  })
  if (!facts) return undefined
  if ('brokenAt' in facts) throw new Error(`The ledger was changed from outside at ${facts.brokenAt}: no pack is sent`)
  const verifyPage = `${addressOf(config)}/verify`
  const pieces: Uint8Array[] = []
  const task = { facts, headKey, format: 'pdf' as const, verifyAddress: verifyPage.replace(/^https?:\/\//, '') }
  if (!(await makePack(services, { task, stillWanted, signal, take: (bytes) => void pieces.push(bytes) })))
    return undefined
  const { jobRef } = facts.of
  const site = siteIn(history.slice(0, upTo))
  const { email = '' } = company.papers ?? {}
  return {
    to: sentTo,
    subject: `Evidence pack for job ${jobRef}${site && `, ${site}`}`,
    text: lines(
      message && message !== erasedText ? printable(message) : 'Hello,',
      `Attached is the evidence pack for job ${jobRef}${site && ` at ${site}`}: who attended and when, what was done, and the photos.`,
      `To check that nothing in it was altered, open ${verifyPage} and choose the attached file. Nothing is uploaded.`,
      [facts.company, ...facts.contact].map(oneLine).join('\n'),
    ),
    ...(email ? { replyTo: email } : {}),
    attachment: {
      filename: `evidence-${jobRef}.pdf`,
      content: Buffer.concat(pieces),
      contentType: 'application/pdf',
    },
  }
}

/** What the job's site was called; empty if that was erased. */
function siteIn(history: readonly StoredEvent[]): string {
  const names = history.flatMap((one) =>
    one.type === 'JobCreated' || one.type === 'JobSiteChanged' ? [one.data.apartmentName] : [],
  )
  const name = names.at(-1) ?? ''
  return name === erasedText ? '' : oneLine(name)
}

/** A message as it was written, without characters that nobody sees. */
const printable = (message: string) =>
  message
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').trimEnd())
    .join('\n')
    .trim()
