import { requireVerifiedEmail } from '#api/accounts/verified-emails.ts'
import { appendWith, decideAppend, retryOnConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { reusedId } from '#api/commands/handle-command.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { readPackFacts } from '#api/evidence/pack-facts.ts'
import { firstFault, HttpFailure, invalid, refused } from '#api/http/errors.ts'
import type { SlotWork } from '#api/http/slots/in-slots.ts'
import { brokenLedger } from '#api/proof/broken-ledger.ts'
import type { ChainChecker } from '#api/proof/chain-checker.ts'
import { askAgain } from '#api/rights/ask-again.ts'
import { storedLimiter, tooMany } from '#api/rights/rate-limits.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import type { EvidenceMailCommand } from '#core/job/evidence-mail/evidence-mail-messages.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { audienceOf, isOffice } from '#core/model/access.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { type EvidenceSentAnswer, type SendEvidence, sendEvidence } from '#core/wire/evidence/evidence-mails.ts'
import { readStream } from '#ledger/log/read.ts'
import { addEvidenceMail } from './evidence-mail-rows.ts'
import { makePack, mostBytes, PackTooLarge } from './pack-bytes.ts'

/** Evidence packs that a company can send in a day. */
const mostMails = { points: 100, duration: 24 * 60 * 60 }

/**
 * Sends the evidence pack of a job by email: its event and its mail are committed together. It is made once before that, so that the caller
 * is told if it is too large for an email or cannot be made, and again when it is sent, of the same events.
 */
export function sendPackByEmail(services: Services, chainChecker: ChainChecker): SlotWork {
  const { authPool, ledgerPool, bell, now, config, headKey } = services
  const mails = storedLimiter(authPool, 'evidence-mail', mostMails.points, mostMails.duration)

  const count = (companyId: string) =>
    mails.consume(companyId).catch((reason: { msBeforeNext?: number }) => {
      throw typeof reason.msBeforeNext === 'number' ? tooManyToday(reason.msBeforeNext) : reason
    })

  /** Makes the pack without keeping it. Returns the version of the job that it is of. */
  async function tryOut(member: MemberRights, jobId: string, asked: Asked, signal: AbortSignal): Promise<number> {
    const { companyId, userId, role } = member
    const facts = await readPackFacts(services, chainChecker, {
      ...{ companyId, userId, role, jobId, choice: asked.choice, signal },
    })
    if (!facts) throw refused(refuse('job-not-found'))
    if ('brokenAt' in facts) throw brokenLedger(facts.brokenAt)
    const task = { facts, headKey, format: 'pdf' as const, verifyAddress: 'verify' }
    const making = { task, signal, stillWanted: askAgain(services, member), take: () => undefined }
    const isFound = await makePack(services, making).catch((error: unknown) => {
      throw error instanceof PackTooLarge ? tooLarge : error
    })
    const upTo = facts.rows.at(-1)?.version
    if (!isFound || upTo === undefined) throw refused(refuse('job-not-found'))
    return upTo
  }

  return async (req, res, signal) => {
    const { member } = res.locals
    const { companyId } = member
    if (!isOffice(member.role)) throw refused(refuse('office-only'))
    const jobId = jobIdOf(req.params.jobId)
    const asked = askedOf(req.body, member)
    if (!config.mail) throw noMail
    await requireVerifiedEmail(services, { companyId, userId: member.standing.userId })
    const { mailId } = asked
    const answer = (seq: number) => res.json({ seq } satisfies EvidenceSentAnswer)
    const before = sentIn(await readStream(ledgerPool, companyId, jobId), asked)
    if (before !== undefined) return void answer(before)
    await count(companyId)
    const upTo = await tryOut(member, jobId, asked, signal)
    const { recipient: sentTo, message, choice } = asked
    const command: EvidenceMailCommand = {
      type: 'RecordEvidenceSent',
      data: { jobId, mailId, sentTo, ...(message ? { message } : {}), upTo, ...choice },
    }
    const seq = await retryOnConflict(async () => {
      const history = await readStream(ledgerPool, companyId, jobId)
      const meanwhile = sentIn(history, asked)
      if (meanwhile !== undefined) return meanwhile
      const decision = decideAppend(member, command, { history }, serverStamp(now()))
      if (isRefusal(decision)) throw refused(decision)
      const appended = await appendWith(authPool, decision, (client) =>
        addEvidenceMail(client, { companyId, jobId, mailId }, now()),
      )
      return appended.seq
    })
    bell.ring('fettle_appended', [companyId])
    bell.ring('fettle_packs', [companyId])
    answer(seq)
  }
}

type Asked = Pick<SendEvidence, 'mailId' | 'recipient'> & {
  message: string
  choice: { copy: 'office' | 'team'; prices: boolean; notes: boolean; from?: string; to?: string }
}

function askedOf(body: unknown, { role }: MemberRights): Asked {
  const given = sendEvidence.safeParse(body)
  if (!given.success) {
    const fault = firstFault(given.error)
    const { field } = fault
    throw field === 'recipient'
      ? invalid('Enter the email address that the evidence pack is sent to.', field)
      : new HttpFailure(400, fault)
  }
  const {
    mailId,
    recipient,
    message = '',
    copy = audienceOf(role),
    from,
    to,
    prices = false,
    notes = false,
  } = given.data
  if (from !== undefined && to !== undefined && to < from)
    throw invalid('The last day must not be before the first.', 'to')
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  return { mailId, recipient, message: message.trim(), choice: { copy, prices, notes, ...days } }
}

/** The event that tells of this mail, if there is one already; throws if its id was another mail's. */
function sentIn(history: readonly StoredEvent[], { mailId, recipient, message }: Asked): number | undefined {
  const sent = history.find((one) => one.type === 'EvidenceSent' && one.data.mailId === mailId)
  if (sent?.type !== 'EvidenceSent') return undefined
  if (sent.data.sentTo !== recipient || (sent.data.message ?? '') !== message) throw usedBefore
  return sent.seq
}

const usedBefore = new HttpFailure(422, {
  error: 'This mail id has already been used for something else.',
  code: reusedId,
})

const tooLarge = new HttpFailure(409, {
  error: `This evidence pack is larger than ${mostBytes / 1_000_000} MB, too large for an email. Choose a shorter period, or download it and pass it on another way.`,
  code: 'pack-too-large',
})

const noMail = new HttpFailure(409, {
  error: 'This server sends no email. Download the evidence pack and send it yourself.',
  code: 'no-mail',
})

const tooManyToday = (wait: number) => {
  const error = `Your company can send ${mostMails.points} evidence packs by email in a day. Please try again tomorrow, or download it.`
  return new HttpFailure(429, { error, code: 'too-many-mails' }, tooMany(wait).headers)
}
