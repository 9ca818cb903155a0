import type { Command, Event } from '#core/ledger/ledger.ts'
import { idOf, jobId, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'

/** A hazard at 14 Marlowe Court, and its possible events and commands. */
export const dutyId = idOf('f', 50)
export const on = { jobId, dutyId }
export const report = {
  reportedBy: 'Amara Bello, tenant',
  reportedHow: 'phone' as const,
  words: 'Black mould behind the cot',
}
export const law = 'england-social' as const
export const recordHazard = (change: object = {}): Command => ({
  type: 'RecordHazard',
  data: {
    ...on,
    hazard: 'damp and mould',
    severity: 'significant',
    awareAt: '2026-11-12T16:20:00.000Z',
    law,
    ...report,
    ...change,
  },
})
export const hazard = { dutyId, hazard: 'damp and mould' as const, awareAt: '2026-11-12T16:20:00.000Z' }
export const recorded: Event = {
  type: 'HazardRecorded',
  data: { ...hazard, severity: 'significant', rule: 'england-social-1' },
}
export const emergency: Event = {
  type: 'HazardRecorded',
  data: {
    ...hazard,
    hazard: 'electrical',
    severity: 'emergency',
    awareAt: '2026-11-19T09:22:00.000Z',
    rule: 'england-social-1',
  },
}
export const clock = (
  step: 'investigate' | 'make safe' | 'summary' | 'further work',
  due: string,
  from = 'aware' as 'aware' | 'investigated',
) => ({
  step,
  from,
  startedAt: from === 'aware' ? '2026-11-12T16:20:00.000Z' : '2026-11-18T11:30:00.000Z',
  due,
})
export const set = (...clocks: ReturnType<typeof clock>[]): Event => ({
  type: 'DeadlinesSet',
  data: { dutyId, clocks },
})
export const toInvestigate = set(clock('investigate', '2026-11-26T23:59:59.999Z'))
export const started = [jobCreated, recorded, toInvestigate] as const
export const investigated: Event = {
  type: 'DeadlineMet',
  data: {
    dutyId,
    step: 'investigate',
    metAt: '2026-11-18T11:30:00.000Z',
    by: tom.userId,
    proof: 'visit',
    note: '',
    found: 'significant',
  },
}
export const afterwards = set(
  clock('summary', '2026-11-23T23:59:59.999Z', 'investigated'),
  clock('make safe', '2026-11-25T23:59:59.999Z', 'investigated'),
  {
    ...clock('further work', '2026-11-25T23:59:59.999Z', 'investigated'),
    latest: '2027-02-10T23:59:59.999Z',
  } as ReturnType<typeof clock>,
)
export const concluded = [...started, investigated, afterwards] as const
export const conclude = (change: object = {}): Command => ({
  type: 'ConcludeInvestigation',
  data: {
    ...on,
    metAt: '2026-11-18T11:30:00.000Z',
    proof: 'visit',
    note: ' Meter 28% ',
    found: 'significant',
    ...change,
  },
})
export const meet = (step: 'make safe' | 'summary' | 'further work', metAt = '2026-11-19T10:00:00.000Z'): Command => ({
  type: 'MeetDeadline',
  data: { ...on, step, metAt, proof: 'photos', note: '' },
})
