import type pg from 'pg'
import { hashAfter } from '#ledger/log/chain.ts'
import type { Head } from '#ledger/log/read.ts'
import type { ChainPosition, Fault } from './event-checker.ts'
import { type HashedEvent, readHashed } from './hashed-events.ts'

/**
 * Names the cause of a fault where it can be told, as an event with an invalid hash may be the neighbour of the one that was
 * tampered with; a hash never fits by chance. Otherwise returns the fault unchanged. `position` is that of the last valid event.
 */
export async function diagnose(
  client: pg.ClientBase,
  {
    companyId,
    fault,
    position,
    head,
  }: { companyId: string; fault: Fault; position: ChainPosition; head: Head | undefined },
): Promise<Fault> {
  if (fault.reason === 'head' && head && head.seq < position.seq) {
    const kept = await eventAt(client, companyId, head.seq)
    return head.seq > 0 && kept?.hash === head.hash ? { ...fault, reason: 'inserted' } : fault
  }
  if (fault.reason !== 'hash') return fault
  const { seq } = fault
  const [here, next] = await eventsAfter(client, companyId, position.seq, 2)
  if (!here) return fault
  const fits = (previous: string, at: number, event: HashedEvent, ...hashes: string[]) =>
    hashes.includes(hashAfter(previous, companyId, at, event))

  // Its hash follows the entry before the last valid one: an entry was inserted, with a hash made to fit.
  if (position.seq > 0 && fits(position.before, position.seq, here, here.hash))
    return { seq: position.seq, reason: 'inserted' }
  if (head?.seq === position.seq && head.hash === position.hash) return { seq, reason: 'inserted' }
  const found = await findBelonging(client, { companyId, position, here })
  if (found) {
    const { at, before, event, after } = found
    const own = hashAfter(position.hash, companyId, seq, event)
    const isSwap = fits(at === seq + 1 ? own : before, at, here, here.hash, event.hash)
    const continues = after === undefined || fits(own, seq + 1, after, after.hash)
    return isSwap || !continues ? { seq, reason: 'swapped', with: at } : { seq, reason: 'inserted' }
  }
  const isMovedUp = next
    ? Array.from({ length: mostMissing }, (_, one) => seq + 2 + one).some((at) => fits(here.hash, at, next, next.hash))
    : head !== undefined && head.seq > seq && head.hash === here.hash
  return isMovedUp ? { seq, reason: 'missing' } : fault
}

/** The most deleted events that are looked for if those after them were moved up. */
const mostMissing = 1_000

/** The event that belongs in the place of `here`, with the neighbours it has now. */
async function findBelonging(
  client: pg.ClientBase,
  { companyId, position, here }: { companyId: string; position: ChainPosition; here: HashedEvent },
) {
  let last = here
  let found: { at: number; before: string; event: HashedEvent; after?: HashedEvent } | undefined
  const scan = readHashed(client, { companyId, after: here.seq, limit: mostScanned, data: false })
  for await (const events of scan) {
    for (const event of events) {
      if (found) found.after ??= event
      else if ([event.hash, here.hash].includes(hashAfter(position.hash, companyId, here.seq, event)))
        found = { at: event.seq, before: last.hash, event }
      last = event
    }
  }
  return found
}

/** An event further away than this is not looked for. */
const mostScanned = 1_000_000

async function eventsAfter(client: pg.ClientBase, companyId: string, after: number, limit: number) {
  const found: HashedEvent[] = []
  for await (const events of readHashed(client, { companyId, after, limit, data: false })) found.push(...events)
  return found
}

const eventAt = async (client: pg.ClientBase, companyId: string, seq: number) =>
  (await eventsAfter(client, companyId, seq - 1, 1)).find((one) => one.seq === seq)
