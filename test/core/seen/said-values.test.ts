import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'

/** The commands that may say what their giver saw. */
const types = [
  ...['SetNextVisit', 'ChangeWarning', 'ScheduleJob', 'DeleteBooking', 'PriceTask', 'DescribeTask', 'DescribeImage'],
  ...['ChangeTimeOnSite', 'RegradeHazard', 'WriteSummary', 'SetSiteContact', 'SaveView', 'SetDeadlineRules'],
  ...['SetPapers', 'SetInvoicing'],
]
const saysWhatWasSeen = ({ data }: Command) => 'seen' in data || ('from' in data && data.from !== undefined)

test('random commands are accepted with what was seen, and refused because of it', { timeout: 180_000 }, () => {
  const wanted = new Set(types.flatMap((type) => [`${type} accepted`, `${type} moved on`]))
  // Random people are hardly ever on site for long enough to have a time corrected twice.
  wanted.delete('ChangeTimeOnSite accepted')
  // Some are rare: more sequences are only made until each was seen.
  for (let seed = 23; wanted.size > 0 && seed < 423; seed += 1)
    for (const sample of fc.sample(steps, { numRuns: 25, seed })) {
      const ledger = memoryLedger()
      for (const { command, who } of sample) {
        const outcome = ledger.handle(command, who)
        if (!saysWhatWasSeen(command)) continue
        if (!isRefusal(outcome)) wanted.delete(`${command.type} ${outcome.length > 0 ? 'accepted' : 'alike'}`)
        else if (outcome.refused.endsWith('moved-on')) wanted.delete(`${command.type} moved on`)
      }
    }
  expect([...wanted]).toEqual([])
})
