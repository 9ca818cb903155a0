import { paths } from '#core/wire/paths.ts'
import type { LedgerAnswer } from '#core/wire/proof.ts'
import { call } from '#web/client/call.ts'

/**
 * Reads what the server has with everything that it has accepted so far: what a refusal was about may still be on its way to what is
 * read. A projector that is away delays the answer by at most two seconds. Throws a call failure without an answer.
 */
export async function readNow<Answer>(path: string): Promise<Answer> {
  const { seq } = await call<LedgerAnswer>(paths.ledger)
  return call<Answer>(path, { query: { after: seq } })
}
