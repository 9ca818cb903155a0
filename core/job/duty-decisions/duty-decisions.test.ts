import { expect, test } from 'vitest'
import { openDeadlines, severityOf } from '#core/job/duties/duty.ts'
import type { Command, Event } from '#core/ledger/ledger.ts'
import {
  afterwards,
  clock,
  conclude,
  concluded,
  dutyId,
  emergency,
  hazard,
  investigated,
  law,
  meet,
  on,
  recorded,
  recordHazard,
  report,
  set,
  started,
  toInvestigate,
} from '#test/core/duties/duty-events.ts'
import { by, dana, given, idOf, jobAfter, priya, tom } from '#test/core/given-when-then.ts'
import { jobCreated, jobScheduled } from '#test/core/job-events.ts'

test('a recorded hazard starts its clocks under the rule in force when the landlord became aware', () => {
  given(jobCreated)
    .when(recordHazard())
    .gives(recorded, { type: 'HazardReported', data: { dutyId, ...report } }, toInvestigate)
  given(...started)
    .when(recordHazard())
    .givesNothing()
})

test('a hazard without a type or severity, from the future, or that no law covers yet is refused in a sentence', () => {
  const refuses = (change: object, sentence: string, field: string) =>
    given(jobCreated).when(recordHazard(change)).refuses(sentence, field)
  refuses({ hazard: undefined }, 'Choose what the hazard is.', 'hazard')
  refuses({ severity: undefined }, 'Choose how serious the hazard is.', 'severity')
  refuses({ awareAt: '2026-11-20T09:01:00.000Z' }, 'A report cannot be received in the future.', 'awareAt')
  refuses(
    { hazard: 'falls' },
    'This law covers falls as a significant hazard from Mon 30 Nov 2026. An earlier report counts once it is raised again after that day.',
    'awareAt',
  )
  refuses(
    { severity: 'emergency', law: 'scotland-social' },
    'This law has no deadlines for damp and mould as an emergency. Use a service level of your own.',
    'hazard',
  )
  given(jobCreated).when(recordHazard(), tom).refuses('Only the office may do this.')
})

test('a finished investigation starts the clocks that follow; the team may record it', () => {
  given(...started)
    .when(conclude(), tom)
    .gives({ type: 'DeadlineMet', data: { ...metData(), note: 'Meter 28%' } }, afterwardsInOrder())
  given(...started)
    .when(conclude({ metAt: '2026-11-12T16:19:00.000Z' }), tom)
    .refuses('This time is before the report: the clock had not started.', 'metAt')
  given(...started)
    .when(conclude({ metAt: '2026-11-20T09:01:00.000Z' }), tom)
    .refuses('This time is in the future.', 'metAt')
  given(...concluded)
    .when(conclude(), tom)
    .givesNothing()
})
const metData = () => (investigated.type === 'DeadlineMet' ? investigated.data : expect.fail())
const afterwardsInOrder = (): Event => {
  if (afterwards.type !== 'DeadlinesSet') return expect.fail()
  const [summary, safe, further] = afterwards.data.clocks
  return { type: 'DeadlinesSet', data: { dutyId, clocks: [safe, summary, further].flatMap((one) => one ?? []) } }
}

test('the office may say which of the people assigned to the job did it', () => {
  const scheduled = [...started, jobScheduled]
  given(...scheduled)
    .when(conclude({ by: tom.userId }))
    .gives({ type: 'DeadlineMet', data: { ...metData(), note: 'Meter 28%' } }, afterwardsInOrder())
  given(...scheduled)
    .when(conclude({ by: idOf('a', 99) }))
    .refuses('One of the people chosen is not in this company.', 'by')
})

test('an investigation that finds no hazard leaves only the written summary', () => {
  const job = jobAfter(
    jobCreated,
    emergency,
    set(clock('investigate', '2026-11-20T09:22:00.000Z'), clock('make safe', '2026-11-20T09:22:00.000Z')),
    { type: 'DeadlineMet', data: { ...metData(), found: 'no hazard' } },
    set(clock('summary', '2026-11-23T23:59:59.999Z', 'investigated')),
  )
  const [duty] = job.duties ?? []
  expect(duty && openDeadlines(duty).map((one) => one.step)).toEqual(['summary'])
  expect(duty && severityOf(duty)).toBe('emergency')
})

test('a step is met once; only who recorded it and the office may take that back', () => {
  const safe: Event = {
    type: 'DeadlineMet',
    data: { dutyId, step: 'make safe', metAt: '2026-11-19T10:00:00.000Z', by: tom.userId, proof: 'photos', note: '' },
  }
  given(...concluded)
    .when(meet('make safe'), tom)
    .gives(safe)
  given(...concluded, by(tom, safe))
    .when(meet('make safe'), tom)
    .givesNothing()
  const reopen: Command = { type: 'ReopenDeadline', data: { ...on, step: 'make safe' } }
  const taken: Event = { type: 'DeadlineReopened', data: { dutyId, step: 'make safe' } }
  for (const person of [tom, priya])
    given(...concluded, by(tom, safe))
      .when(reopen, person)
      .gives(taken)
  given(...concluded, { ...safe, data: { ...safe.data, by: dana.userId } })
    .when(reopen, tom)
    .refuses('Only the office may do this.')
  given(...concluded)
    .when(meet('summary'), tom)
    .refuses('Only the office may do this.')
  given(...started)
    .when(meet('make safe'), tom)
    .refuses('This deadline no longer exists.')
  const job = jobAfter(...concluded, by(tom, safe), taken)
  expect(job.duties?.[0]?.deadlines.every((one) => one.step === 'investigate' || !one.met)).toBe(true)
})

test('an investigation is taken back with what followed from it, unless that is done already', () => {
  const takeBack: Command = { type: 'ReopenInvestigation', data: on }
  const reopened: Event = { type: 'DeadlineReopened', data: { dutyId, step: 'investigate' } }
  given(...concluded)
    .when(takeBack)
    .gives(reopened)
  const job = jobAfter(...concluded, reopened)
  expect(job.duties?.[0]?.deadlines.map((one) => [one.step, one.met])).toEqual([['investigate', undefined]])
  const safe: Event = { type: 'DeadlineMet', data: { ...metData(), step: 'make safe', found: undefined } }
  given(...concluded, safe)
    .when(takeBack)
    .refuses('A later step is done already. Take that back first.')
})

test('the law extends no deadline but that of further work, up to its latest day and with a reason', () => {
  const putOff = (step: 'make safe' | 'further work', due: string, reason = 'Scaffold needed'): Command => ({
    type: 'PutOffDeadline',
    data: { ...on, step, due, reason },
  })
  const later = '2026-12-10T23:59:59.999Z'
  given(...concluded)
    .when(putOff('make safe', later))
    .refuses('The law does not extend this deadline. Say why it is late instead.')
  given(...concluded)
    .when(putOff('further work', later, ' '))
    .refuses('Enter a reason.', 'reason')
  given(...concluded)
    .when(putOff('further work', '2027-02-11T23:59:59.999Z'))
    .refuses('The law allows Wed 10 Feb 2027 at the latest.', 'due')
  given(...concluded)
    .when(putOff('further work', '2026-11-24T23:59:59.999Z'))
    .refuses('The new deadline must be later than the current one.', 'due')
  given(...concluded)
    .when(putOff('further work', later))
    .gives(
      { type: 'DeadlinePutOff', data: { dutyId, step: 'further work', from: '2026-11-25T23:59:59.999Z', due: later } },
      { type: 'DutyExplained', data: { dutyId, step: 'further work', reason: 'Scaffold needed' } },
    )
})

test('a corrected report counts by the rule in force at its new time, with the reason; not after the investigation', () => {
  const regrade = (change: object): Command => ({
    type: 'RegradeHazard',
    data: {
      ...on,
      hazard: 'damp and mould',
      severity: 'significant',
      awareAt: hazard.awareAt,
      law,
      reason: 'Asthma',
      ...change,
    },
  })
  given(...started)
    .when(regrade({}))
    .givesNothing()
  given(...started)
    .when(regrade({ severity: 'emergency', reason: ' ' }))
    .refuses('Enter a reason.', 'reason')
  given(...started)
    .when(regrade({ severity: 'emergency', awareAt: '2026-11-19T09:22:00.000Z' }))
    .gives(
      {
        type: 'HazardRegraded',
        data: { ...hazard, severity: 'emergency', awareAt: '2026-11-19T09:22:00.000Z', rule: 'england-social-1' },
      },
      { type: 'DutyExplained', data: { dutyId, reason: 'Asthma' } },
      {
        type: 'DeadlinesSet',
        data: {
          dutyId,
          clocks: (['investigate', 'make safe'] as const).map((step) => ({
            step,
            from: 'aware' as const,
            startedAt: '2026-11-19T09:22:00.000Z',
            due: '2026-11-20T09:22:00.000Z',
          })),
        },
      },
    )
  given(...concluded)
    .when(regrade({ severity: 'emergency' }))
    .refuses('The investigation is finished. Take that back first.')
})

test('a passed deadline is recorded once, by the system alone, and only while it is open', () => {
  const system = { userId: '', role: 'system' as const }
  const due = '2026-11-20T08:59:00.000Z'
  const late = [jobCreated, emergency, set(clock('investigate', due))] as const
  const missed: Command = { type: 'RecordMissed', data: { ...on, step: 'investigate', due } }
  const event: Event = { type: 'DeadlineMissed', data: { dutyId, step: 'investigate', due } }
  given(...late)
    .when(missed, system)
    .gives(event)
  given(...late, event)
    .when(missed, system)
    .givesNothing()
  given(...late, investigated)
    .when(missed, system)
    .givesNothing()
  given(...late)
    .when({ ...missed, data: { ...missed.data, due: '2026-11-20T08:00:00.000Z' } } as Command, system)
    .givesNothing()
  given(...started)
    .when({ type: 'RecordMissed', data: { ...on, step: 'investigate', due: '2026-11-26T23:59:59.999Z' } }, system)
    .givesNothing()
  given(...late)
    .when(missed)
    .refuses('Only the office may do this.')
  expect(jobAfter(...late, event).duties?.[0]?.deadlines[0]?.missedAt).toBe(due)
})

test('a summary is written, kept as it was sent, and meets its deadline when it is sent', () => {
  const summaryId = idOf('f', 60)
  const texts = { found: 'Damp and mould', work: 'Treat by 25 November', stay: '', contact: 'Aire Valley Homes' }
  const write = (change: object = {}): Command => ({
    type: 'WriteSummary',
    data: { ...on, summaryId, ...texts, ...change },
  })
  const written: Event = { type: 'SummaryWritten', data: { dutyId, summaryId, ...texts } }
  given(...concluded)
    .when(write())
    .gives(written)
  given(...concluded)
    .when(write({ work: ' ' }))
    .refuses('Say what was found, and what work follows or why there is none.', 'work')
  const sending = {
    summaryId,
    sentAt: '2026-11-19T10:00:00.000Z',
    sentHow: 'email' as const,
    sentTo: 'amara@example.com',
  }
  const send: Command = { type: 'SendSummary', data: { ...on, ...sending } }
  const sent: Event = { type: 'SummarySent', data: { dutyId, ...sending } }
  given(...concluded)
    .when(send)
    .refuses('This summary has not been written.')
  given(...concluded, written)
    .when(send)
    .gives(sent, {
      type: 'DeadlineMet',
      data: { dutyId, step: 'summary', metAt: sending.sentAt, by: dana.userId, proof: 'document', note: '' },
    })
  given(...concluded, written, sent)
    .when(write({ work: 'More' }))
    .refuses('This summary was sent, so it stays as it is. Write another one.')
  expect(jobAfter(...concluded, written, sent).office?.duties?.[dutyId]?.summaries[0]).toMatchObject({
    sent: { sentHow: 'email' },
  })
})

test('ended deadlines are no longer owed, and say why', () => {
  const end = (reason: string): Command => ({ type: 'EndDuty', data: { ...on, ending: 'consent refused', reason } })
  given(...started)
    .when(end(''))
    .refuses('Enter a reason.', 'reason')
  given(...started)
    .when(end('The freeholder refused'))
    .gives(
      { type: 'DutyEnded', data: { dutyId, ending: 'consent refused' } },
      { type: 'DutyExplained', data: { dutyId, reason: 'The freeholder refused' } },
    )
  const ended: Event = { type: 'DutyEnded', data: { dutyId, ending: 'consent refused' } }
  given(...started, ended)
    .when(conclude())
    .refuses('This deadline no longer exists.')
  expect(openDeadlines(jobAfter(...started, ended).duties?.[0] ?? expect.fail())).toEqual([])
})
