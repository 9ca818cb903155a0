import fc from 'fast-check'
import {
  endings,
  findings,
  type hazards,
  laws,
  offerAnswers,
  reportWays,
  sendingWays,
  steps,
} from '#core/deadlines/values.ts'
import { companyId, idOf, tom } from '#test/core/given-when-then.ts'
import { commandOf as of } from './random-command.ts'

const mostly = <T>(one: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(one) }, { weight: 1, arbitrary: other })
const dutyId = mostly(idOf('f', 1), fc.constant(idOf('f', 2)))
const levelId = idOf('f', 1)
/** The first lies a day before the first command, so that the 24 hours of an emergency are over. */
const time = mostly('2026-11-18T08:00:00.000Z', fc.constantFrom('2026-11-19T08:00:00.000Z', '2126-11-19T08:00:00.000Z'))
const past = fc.constant('2026-11-19T08:00:00.000Z')
const dayAfter = '2026-11-19T08:00:00.000Z'
const later = '2026-12-09T23:59:59.999Z'
const step = fc.constantFrom(...steps)
const hazard = mostly<(typeof hazards)[number]>('damp and mould', fc.constant('electrical'))
const severity = fc.constantFrom('emergency' as const, 'significant' as const)
const law = mostly<(typeof laws)[number]>('england-social', fc.constantFrom(...laws))
const summaryId = idOf('f', 3)

/** The data of commands on the hazards and service levels of these jobs. `hidden` are texts for the office alone. */
function duties(jobId: fc.Arbitrary<string>, hidden: fc.Arbitrary<string>) {
  const reason = mostly('Canary reason', hidden)
  const on = { jobId, dutyId }
  const doing = { ...on, metAt: past, proof: fc.constant('photos' as const), note: fc.constantFrom('', 'Made safe') }
  const given = { ...on, hazard, severity, awareAt: time, law }
  const summary = fc.constant(summaryId)
  return {
    record: fc.record({ ...given, reportedBy: hidden, reportedHow: fc.constantFrom(...reportWays), words: hidden }),
    regrade: fc.record({ ...given, reason }),
    level: fc.record({ ...on, levelId: fc.constant(levelId), startedAt: time }),
    meet: fc.record(
      { ...doing, step, by: fc.constant(tom.userId) },
      { requiredKeys: ['jobId', 'dutyId', 'step', 'metAt', 'proof', 'note'] },
    ),
    reopen: fc.record({ ...on, step }),
    conclude: fc.record(
      { ...doing, found: fc.constantFrom(...findings), by: fc.constant(tom.userId) },
      { requiredKeys: ['jobId', 'dutyId', 'metAt', 'proof', 'note', 'found'] },
    ),
    reopenInvestigation: fc.record(on),
    putOff: fc.record({
      ...on,
      step: mostly<(typeof steps)[number]>('further work', step),
      due: mostly(later, fc.constant(dayAfter)),
      reason,
    }),
    explain: fc.record({ ...on, step, reason }, { requiredKeys: ['jobId', 'dutyId', 'reason'] }),
    end: fc.record({ ...on, ending: fc.constantFrom(...endings), reason }),
    offer: fc.record({
      ...on,
      offerId: fc.constant(summaryId),
      offeredAt: past,
      answer: fc.constantFrom(...offerAnswers),
      note: hidden,
    }),
    write: fc.record({ ...on, summaryId: summary, found: reason, work: reason, stay: hidden, contact: hidden }),
    send: fc.record({
      ...on,
      summaryId: summary,
      sentAt: past,
      sentHow: fc.constantFrom(...sendingWays),
      sentTo: hidden,
    }),
    missed: fc.record({ ...on, step, due: mostly(dayAfter, fc.constant(later)) }),
    rules: fc.record({
      companyId: fc.constant(companyId),
      law,
      levels: fc.array(fc.constant({ levelId, name: 'Urgent', limit: { amount: 24, unit: 'hours' as const } }), {
        maxLength: 1,
      }),
    }),
  }
}

/** Random commands of each type on hazards and service levels. */
export function dutyCommands(jobId: fc.Arbitrary<string>, hidden: fc.Arbitrary<string>) {
  const duty = duties(jobId, hidden)
  return {
    RecordHazard: of('RecordHazard', duty.record),
    RegradeHazard: of('RegradeHazard', duty.regrade),
    StartServiceLevel: of('StartServiceLevel', duty.level),
    MeetDeadline: of('MeetDeadline', duty.meet),
    ReopenDeadline: of('ReopenDeadline', duty.reopen),
    ConcludeInvestigation: of('ConcludeInvestigation', duty.conclude),
    ReopenInvestigation: of('ReopenInvestigation', duty.reopenInvestigation),
    PutOffDeadline: of('PutOffDeadline', duty.putOff),
    ExplainDuty: of('ExplainDuty', duty.explain),
    EndDuty: of('EndDuty', duty.end),
    OfferStay: of('OfferStay', duty.offer),
    WriteSummary: of('WriteSummary', duty.write),
    SendSummary: of('SendSummary', duty.send),
    RecordMissed: of('RecordMissed', duty.missed),
    SetDeadlineRules: of('SetDeadlineRules', duty.rules),
  }
}

/** Commands on duties, those that start and change deadlines more often than others; the other types stay. */
export function apartFromDuties<D extends ReturnType<typeof dutyCommands>>(byType: D) {
  const {
    RecordHazard: hazard,
    RegradeHazard: regrade,
    StartServiceLevel: level,
    MeetDeadline: meet,
    ReopenDeadline: reopen,
    ConcludeInvestigation: conclude,
    ReopenInvestigation: reopenInvestigation,
    PutOffDeadline: putOff,
    ExplainDuty: explain,
    EndDuty: end,
    OfferStay: offer,
    WriteSummary: write,
    SendSummary: send,
    RecordMissed: missed,
    SetDeadlineRules: deadlineRules,
    ...others
  } = byType
  const onDuties = fc.oneof(
    { weight: 3, arbitrary: fc.oneof(hazard, conclude) },
    { weight: 6, arbitrary: fc.oneof(meet, reopen, regrade, putOff, write, send, level, deadlineRules, missed) },
    { weight: 1, arbitrary: fc.oneof(reopenInvestigation, explain, end, offer) },
  )
  return { others, onDuties }
}
