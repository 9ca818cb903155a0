import type { Services } from '#api/services/services.ts'
import { textNumber } from '#api/texts/number.ts'
import { type ClaimedText, noteTextTried } from '#api/texts/text-rows.ts'
import { writeText } from '#api/texts/write-text.ts'
import { afterTry } from '#core/texts/delivery.ts'
import { partsOf } from '#core/texts/segments.ts'
import { inCompany } from '#ledger/database/connect.ts'
import type { TextProvider } from './provider.ts'

/** What sends text messages. */
export type TextSender = Pick<Services, 'config' | 'authPool' | 'ledgerPool' | 'keys' | 'now'> & {
  /** Undefined if this installation sends no texts (any more). */
  provider: TextProvider | undefined
}

/**
 * Writes a text as it should read now, sends it, and notes what came of it. Returns when it is tried again, in milliseconds since 1970, if
 * it is. Throws database errors: it is then tried again once its claim has run out, under the same key.
 */
export async function tryText(sender: TextSender, one: ClaimedText): Promise<number | undefined> {
  const { config, ledgerPool, now, provider } = sender
  const { companyId, textId, tries } = one
  const at = now()
  const note = (came: Pick<Noted, 'state'> & Partial<Noted>) =>
    inCompany(ledgerPool, companyId, (client) =>
      noteTextTried(client, {
        ...{ companyId, textId, tries, triedAt: at.toISOString(), dueAt: at.toISOString() },
        ...{ parts: null, status: null, failure: null, sandboxTo: null, sandboxText: null, ...came },
      }),
    )
  if (!provider) return void (await note({ state: 'failed', failure: 'no-gateway' }))
  const written = await writeText(sender, one)
  if ('dropped' in written) return void (await note({ state: 'dropped', failure: written.dropped }))
  const { to, text } = written
  // The operator may have left out its country since it was queued.
  if (textNumber(to, config.smsCountries).number === undefined)
    return void (await note({ state: 'failed', failure: 'abroad' }))
  const outcome = await provider.send({ to, text, idempotencyKey: textId })
  const after = afterTry(outcome, { tries, since: Date.parse(one.queuedAt) }, now().getTime(), Math.random())
  const next = after.state === 'waiting' ? after.next : undefined
  await note({
    state: after.state,
    ...(after.state === 'sent' ? { parts: partsOf(text) } : {}),
    ...(next === undefined ? {} : { dueAt: new Date(next).toISOString() }),
    ...('status' in outcome ? { status: outcome.status } : { failure: outcome.failure }),
    ...(provider.isSandbox ? { sandboxTo: to, sandboxText: text } : {}),
  })
  return next
}

type Noted = Parameters<typeof noteTextTried>[1]
