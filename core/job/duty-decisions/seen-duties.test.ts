import { test } from 'vitest'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { clock, concluded, dutyId, hazard, law, on, set, started } from '#test/core/duties/duty-events.ts'
import { by, given, idOf, priya } from '#test/core/given-when-then.ts'

const reportMovedOn = 'Someone else has corrected this report. Open it again to see the change.'
const summaryMovedOn = 'Someone else has changed this summary. Open it again to see the change.'

type From = Extract<Command, { type: 'RegradeHazard' }>['data']['from']

const reported = { hazard: hazard.hazard, severity: 'significant' as const, awareAt: hazard.awareAt }
const rule = 'england-social-1'
const toEmergency = by(priya, { type: 'HazardRegraded', data: { dutyId, ...reported, severity: 'emergency', rule } })
const earlier = '2026-11-12T08:00:00.000Z'

/** Corrects when the report came, in a dialog that showed `from`. */
const correct = (from?: From, change: object = {}): Command => ({
  type: 'RegradeHazard',
  data: { ...on, ...reported, awareAt: earlier, law, reason: 'It came by post', ...(from ? { from } : {}), ...change },
})
const corrected: Event[] = [
  { type: 'HazardRegraded', data: { dutyId, ...reported, awareAt: earlier, rule } },
  { type: 'DutyExplained', data: { dutyId, reason: 'It came by post' } },
  set({ ...clock('investigate', '2026-11-26T23:59:59.999Z'), startedAt: earlier }),
]

test('a report corrected in a dialog that was opened before takes no hazard out of Emergency', () => {
  given(...started, toEmergency)
    .when(correct(reported))
    .refuses(reportMovedOn)
  given(...started, toEmergency)
    .when(correct(reported, { severity: 'emergency', awareAt: reported.awareAt }))
    .givesNothing()
})

test('a report is corrected over what was seen, however its instant was written', () => {
  given(...started)
    .when(correct({ ...reported, awareAt: '2026-11-12T16:20:00Z' }))
    .gives(...corrected)
})

test('a correction that does not say what was seen replaces whatever is there', () => {
  given(...started, toEmergency)
    .when(correct())
    .gives(...corrected)
})

test('a summary changed in a dialog that was opened before does not replace another change', () => {
  const summaryId = idOf('f', 60)
  const texts = { found: 'Damp and mould', work: 'Treat by 25 November', stay: '', contact: 'Aire Valley Homes' }
  const written = (change: object = {}): Event => ({
    type: 'SummaryWritten',
    data: { dutyId, summaryId, ...texts, ...change },
  })
  const write = (change: object, from?: typeof texts): Command => ({
    type: 'WriteSummary',
    data: { ...on, summaryId, ...texts, ...change, ...(from ? { from } : {}) },
  })
  const past = [...concluded, written(), by(priya, written({ stay: 'The Crown, from tonight' }))] as const
  given(...past)
    .when(write({ work: 'Treat by 24 November' }, texts))
    .refuses(summaryMovedOn)
  given(...past)
    .when(write({ stay: 'The Crown, from tonight' }, texts))
    .givesNothing()
  const seen = { ...texts, stay: 'The Crown, from tonight' }
  given(...past)
    .when(write({ work: 'Treat by 24 November', stay: seen.stay }, seen))
    .gives(written({ work: 'Treat by 24 November', stay: seen.stay }))
  given(...past)
    .when(write({ work: 'Treat by 24 November' }))
    .gives(written({ work: 'Treat by 24 November' }))
})
