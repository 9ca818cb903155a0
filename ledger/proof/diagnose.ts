import type pg from 'pg'
import { hashAfter } from '#ledger/log/chain.ts'
import type { Head } from '#ledger/log/read.ts'
import type { ChainPosition, Fault } from './event-checker.ts'
import { type HashedEvent, readHashed } from './hashed-events.ts'

/**
 * Says of a fault what was done, where that can be told: an event whose hash does not hold may be another one's neighbour. A
 * hash that fits is never by chance. Otherwise the fault as it is. `place` is the last that held.
 */
export async function diagnose(
  client: pg.ClientBase,
  { companyId, fault, place, head }: { companyId: string; fault: Fault; place: ChainPosition; head: Head | undefined },
): Promise<Fault> {
  if (fault.reason === 'head' && head && head.seq < place.seq) {
    const kept = await eventAt(client, companyId, head.seq)
    return head.seq > 0 && kept?.hash === head.hash ? { ...fault, reason: 'inserted' } : fault
  }
  if (fault.reason !== 'hash') return fault
  const { seq } = fault
  const [here, next] = await eventsAfter(client, companyId, place.seq, 2)
  if (!here) return fault
  const fits = (previous: string, at: number, event: HashedEvent, ...hashes: string[]) =>
    hashes.includes(hashAfter(previous, companyId, at, event))

  // It follows what stands before the last that held, so that one was put in, with a hash made to fit.
  if (place.seq > 0 && fits(place.before, place.seq, here, here.hash)) return { seq: place.seq, reason: 'inserted' }
  if (head?.seq === place.seq && head.hash === place.hash) return { seq, reason: 'inserted' }
  const found = await belonging(client, { companyId, place, here })
  if (found) {
    const { at, before, event, after } = found
    const own = hashAfter(place.hash, companyId, seq, event)
    const isSwap = fits(at === seq + 1 ? own : before, at, here, here.hash, event.hash)
    const goesOn = after === undefined || fits(own, seq + 1, after, after.hash)
    return isSwap || !goesOn ? { seq, reason: 'swapped', with: at } : { seq, reason: 'inserted' }
  }
  const isMovedUp = next
    ? Array.from({ length: mostMissing }, (_, one) => seq + 2 + one).some((at) => fits(here.hash, at, next, next.hash))
    : head !== undefined && head.seq > seq && head.hash === here.hash
  return isMovedUp ? { seq, reason: 'missing' } : fault
}

/** So many events may be gone where those behind them were moved up. */
const mostMissing = 1_000

/** The event that belongs where `here` stands, with its neighbours where it is now. */
async function belonging(
  client: pg.ClientBase,
  { companyId, place, here }: { companyId: string; place: ChainPosition; here: HashedEvent },
) {
  let last = here
  let found: { at: number; before: string; event: HashedEvent; after?: HashedEvent } | undefined
  const scan = readHashed(client, { companyId, after: here.seq, limit: mostScanned, data: false })
  for await (const events of scan) {
    for (const event of events) {
      if (found) found.after ??= event
      else if ([event.hash, here.hash].includes(hashAfter(place.hash, companyId, here.seq, event)))
        found = { at: event.seq, before: last.hash, event }
      last = event
    }
  }
  return found
}

/** Where it is farther away it is not looked for. */
const mostScanned = 1_000_000

async function eventsAfter(client: pg.ClientBase, companyId: string, after: number, limit: number) {
  const found: HashedEvent[] = []
  for await (const events of readHashed(client, { companyId, after, limit, data: false })) found.push(...events)
  return found
}

const eventAt = async (client: pg.ClientBase, companyId: string, seq: number) =>
  (await eventsAfter(client, companyId, seq - 1, 1)).find((one) => one.seq === seq)
