import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import stored from '#core/ledger/stored-events.json' with { type: 'json' }
import { type Given, recorded } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { historyOf } from './history.ts'

/** Names of things that an entry tells by what people call them. */
const isName = (field: string) => /\.(task|note|image|todo|user|jobBooking|apartment|subscription)Id$/.test(field)

/** What is worded from the event itself where the entry is shown, or says nothing to people; a field of a new event is told or stands here. */
const elsewhere = new Set([
  // CommandGroup by the tasks' descriptions and statuses, one change each.
  'JobCreated.tasks',
  // Only keep the place of a picture.
  'ImageAdded.height',
  'ImageAdded.width',
  // The sentence says that there was one; which is no business of this job's history.
  'JobScheduled.overlaps',
  // Worded as why a status followed, and as the time that was corrected.
  'JobStatusChanged.reason',
  'TimeCorrected.happenedAt',
  'TimeCorrected.reason',
  'TimeCorrected.version',
  // Worded where what was erased is shown.
  'EventErased.events',
  'EventErased.reason',
  'MemberErased.number',
  'MemberErased.reason',
  // Which message of the card provider it followed from, and when that began.
  'PlanActivated.cause',
  'PlanActivated.startedAt',
  'PlanCancelled.cause',
  'PlanPaymentFailed.cause',
  'PlanRenewed.cause',
  'PlanResumed.cause',
])

const registered: Given = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-03T08:00:00.000Z' },
}
const since = { subscriptionId: 'sub_1', startedAt: '2026-11-30T10:14:58.000Z', cause: 'evt_1' }
const activated: Given = {
  type: 'PlanActivated',
  data: { ...since, businessTier: 2, expiryDate: '2026-12-30T10:14:58.000Z' },
}
const renewed: Given = { type: 'PlanRenewed', data: { expiryDate: '2027-01-30T10:14:58.000Z', cause: 'evt_2' } }

test('every field of every event is told by its entry, or is known to say nothing', () => {
  const fields = new Set<string>()
  const told = new Set<string>()
  const look = (log: readonly StoredEvent[]) => {
    const entries = new Map(historyOf(log).map((one) => [one.seq, JSON.stringify([one.changes, one.sentence])]))
    for (const { type, data, seq } of log)
      for (const [field, value] of Object.entries(data)) {
        fields.add(`${type}.${field}`)
        const parts = Array.isArray(value) ? value : [value]
        const isTold = parts.every((part) => entries.get(seq)?.includes(JSON.stringify(part)))
        if (parts.length > 0 && isTold) told.add(`${type}.${field}`)
      }
  }
  fc.assert(
    fc.property(steps, (given) => {
      const ledger = memoryLedger()
      for (const { command, who } of given) ledger.give(command, who)
      look(ledger.log)
    }),
    // Always the same lives: whether a field is told is no matter of chance.
    { numRuns: 500, seed: 20_261_121 },
  )
  look(recorded(registered, activated, renewed))
  for (const { type, data } of stored) for (const field of Object.keys(data)) fields.add(`${type}.${field}`)
  expect([...fields].filter((field) => !told.has(field) && !isName(field)).toSorted()).toEqual(
    [...elsewhere].toSorted(),
  )
})
