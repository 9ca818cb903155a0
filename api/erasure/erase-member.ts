import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { forgetAccount } from '#api/auth/accounts/forget-account.ts'
import { appendOrConflict, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { mostErased } from '#core/company/company.ts'
import { textsOf } from '#core/erasure/erasure.ts'
import { formerName } from '#core/member/member.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { listIdOf } from '#core/todo/todo.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream, readStreamAsStored } from '#ledger/log/read.ts'
import { eraseTexts } from './erase-events.ts'
import { requestErasureReplay } from './request-replay.ts'

/**
 * Erases the name, email and sign-in data of a former member, and their to-dos, which nobody else could see or erase. Their work
 * stays in the history under a number. Runs on the sign-in pool. Gives their new name, or the refusal.
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
    const one = decideAppend(by, command, { history, ...facts })
    if (isRefusal(one)) return one
    const told = [...history, ...one.events].find((event) => event.type === 'MemberErased')
    if (!told) throw new Error('An erasure of a member tells of no number')
    const username = formerName(told.data.number)
    if (one.events.length === 0) return username
    await eraseTodos(authPool, by, { userId, reason })
    return inCompany(authPool, companyId, async (client) => {
      await appendOrConflict(client, one)
      await forgetAccount(client, { userId, username })
      await requestErasureReplay(client, by, { erasureId: randomUUID(), files: [], imports: false })
      return username
    })
  })
}

/** As many at a time as one erasure may name. An interrupted run is completed by erasing the person again. */
async function eraseTodos(pool: pg.Pool, by: MemberRights, { userId, reason }: { userId: string; reason: string }) {
  for (;;) {
    const list = await readStreamAsStored(pool, by.companyId, listIdOf(userId))
    const events = list
      .filter((one) => one.type === 'TodoAdded')
      .map((one) => ({ seq: one.seq, texts: textsOf(one).map(({ path }) => path) }))
      .filter(({ texts }) => texts.length > 0)
      .slice(0, mostErased)
    if (events.length === 0) return
    const erased = await eraseTexts(pool, by, { erasureId: randomUUID(), events, reason }, userId)
    if (typeof erased !== 'number') throw new Error(`To-dos could not be erased: ${erased.error}`)
  }
}
