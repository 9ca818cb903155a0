import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { forgetAccount, lockAccount } from '#api/auth/accounts/forget-account.ts'
import { appendOrConflict, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Standing } from '#api/rights/standing.ts'
import { mostErased } from '#core/company/messages.ts'
import { textsOf } from '#core/erasure/erasure.ts'
import { formerName } from '#core/member/member.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { listIdOf } from '#core/todo/todo.ts'
import { viewsIdOf } from '#core/views/views.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream, readStreamAsStored } from '#ledger/log/read.ts'
import { eraseTexts } from './erase-events.ts'
import { requestErasureReplay } from './request-replay.ts'

/**
 * Erases the name, email, telephone number and sign-in data of a former member, and their to-dos, which nobody else could see or erase.
 * Their work stays in the history under a numbered name. Runs on the sign-in pool. Returns that name, or a refusal.
 */
export function eraseMember(
  authPool: pg.Pool,
  by: MemberRights,
  { userId, reason }: { userId: string; reason: string },
): Promise<string | Refusal> {
  const { companyId } = by
  const command = { type: 'EraseMember', data: { userId, reason } } as const
  return retryOnConflict(async () => {
    const stream = await readStream(authPool, companyId, userId)
    const history = stream.filter((one) => one.stream === 'member')
    const facts = await readDecisionFacts(authPool, companyId, command)
    const decision = decideAppend(by, command, { history, ...facts })
    if (isRefusal(decision)) return decision
    const erasedEvent = [...history, ...decision.events].find((event) => event.type === 'MemberErased')
    if (!erasedEvent) throw new Error('Erasing a member left no MemberErased event')
    const username = formerName(erasedEvent.data.number)
    if (decision.events.length === 0) return username
    const standing = await erasePersonalTexts(authPool, by, { userId, reason })
    return inCompany(authPool, companyId, async (client) => {
      await lockAccount(client, userId)
      await appendOrConflict(client, { ...decision, standing })
      await forgetAccount(client, { userId, username })
      await requestErasureReplay(client, by, { erasureId: randomUUID(), files: [], imports: false })
      return username
    })
  })
}

/** The events whose texts a person wrote for themselves, or that say who they are. */
const personal: readonly string[] = ['TodoAdded', 'ViewSaved', 'MemberDetailsSet']

/**
 * Erases to-dos, views and details in batches of the most that one erasure allows. If interrupted, erasing the person again completes it. Returns the
 * owner's standing: each erasure is an event of the company, after which it is another version that their rights must follow from.
 */
async function erasePersonalTexts(
  pool: pg.Pool,
  by: MemberRights,
  { userId, reason }: { userId: string; reason: string },
): Promise<Standing> {
  let { standing } = by
  for (;;) {
    const streams = await Promise.all(
      [listIdOf(userId), viewsIdOf(userId), userId].map((streamId) => readStreamAsStored(pool, by.companyId, streamId)),
    )
    const events = streams
      .flat()
      .filter((one) => personal.includes(one.type))
      .map((one) => ({ seq: one.seq, texts: textsOf(one).map(({ path }) => path) }))
      .filter(({ texts }) => texts.length > 0)
      .slice(0, mostErased)
    if (events.length === 0) return standing
    const erased = await eraseTexts(pool, { ...by, standing }, { erasureId: randomUUID(), events, reason }, userId)
    if (isRefusal(erased)) throw new Error(`To-dos, views and details could not be erased: ${erased.error}`)
    standing = { ...standing, companyVersion: erased.version }
  }
}
