import * as z from 'zod/mini'
import * as schemas from '#core/deadlines/schemas.ts'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { givenInstant, id, instant, text } from '#core/model/values.ts'

const duty = z.strictObject({ dutyId: id })
const ofStep = z.extend(duty, { step: schemas.step })
const recorded = { hazard: schemas.hazard, severity: schemas.severity, awareAt: instant }
const report = { reportedBy: text(200), reportedHow: schemas.reportWay, words: text(5_000) }
const done = { metAt: instant, by: id, proof: schemas.proof, note: text(1_000) }
const texts = { found: text(5_000), work: text(5_000), stay: text(2_000), contact: text(1_000) }
const summary = { summaryId: id, ...texts }
const offer = { offerId: id, offeredAt: instant, answer: schemas.offerAnswer, note: text(1_000) }

/**
 * What a job owes by law or by a service level of the company: a duty, and the deadlines that it sets. The team sees the hazard, the
 * times and that they were kept; who reported it, reasons, offers and letters are office facts.
 */
export const dutyEvents = {
  /** `rule` is the one in force when the landlord became aware. */
  HazardRecorded: z.extend(duty, { ...recorded, rule: schemas.ruleId }),
  HazardReported: officeOnly(z.extend(duty, report)),
  HazardRegraded: z.extend(duty, { ...recorded, rule: schemas.ruleId }),
  /** With the bank holidays that its working days leave out; events of before they were recorded have none. */
  ServiceLevelStarted: z.extend(duty, {
    level: schemas.serviceLevel,
    startedAt: instant,
    holidays: z.optional(schemas.holidayDivision),
  }),
  DeadlinesSet: z.extend(duty, { clocks: z.array(schemas.clock) }),
  DeadlineMet: z.extend(ofStep, { ...done, found: z.optional(schemas.finding) }),
  DeadlineReopened: ofStep,
  DeadlinePutOff: z.extend(ofStep, { from: instant, due: instant }),
  /** The system's record that a deadline passed; its time is the event's. */
  DeadlineMissed: z.extend(ofStep, { due: instant }),
  /** Why something about a duty is as it is: late, put off, changed or ended. */
  DutyExplained: officeOnly(z.extend(duty, { step: z.optional(schemas.step), reason: text(2_000) })),
  DutyEnded: z.extend(duty, { ending: schemas.ending }),
  StayOffered: officeOnly(z.extend(duty, offer)),
  SummaryWritten: officeOnly(z.extend(duty, summary)),
  SummarySent: officeOnly(
    z.extend(duty, { summaryId: id, sentAt: instant, sentHow: schemas.sendingWay, sentTo: text(200) }),
  ),
}
export type DutyEvent = Message<typeof dutyEvents>

const onJob = z.strictObject({ jobId: id, dutyId: id })
const onStep = z.extend(onJob, { step: schemas.step })
/** A hazard without a type or severity is refused with a sentence. */
const given = {
  hazard: z.optional(schemas.hazard),
  severity: z.optional(schemas.severity),
  awareAt: givenInstant,
  law: schemas.law,
}

/** `by` is the person who did it, if not the one who records it. */
const doing = { metAt: givenInstant, by: z.optional(id), proof: schemas.proof, note: text(1_000) }

/** Commands that devices may give without a network. */
export const dutyCommands = {
  /** For each step but the investigation and the written summary, which have commands of their own; so has taking them back. */
  MeetDeadline: z.extend(onStep, doing),
  ReopenDeadline: onStep,
}

/** Commands that the server alone decides: they rest on the rules of the law, which pages load only where they show them. */
export const dutyOfficeCommands = {
  RecordHazard: z.extend(onJob, { ...given, ...report }),
  /** `from` is the report as the person saw it: if someone else has corrected it since, this correction is refused. */
  RegradeHazard: z.extend(onJob, { ...given, reason: text(2_000), from: z.optional(z.strictObject(recorded)) }),
  StartServiceLevel: z.extend(onJob, { levelId: id, startedAt: givenInstant }),
  ConcludeInvestigation: z.extend(onJob, { ...doing, found: schemas.finding }),
  ReopenInvestigation: onJob,
  PutOffDeadline: z.extend(onStep, { due: givenInstant, reason: text(2_000) }),
  ExplainDuty: z.extend(onJob, { step: z.optional(schemas.step), reason: text(2_000) }),
  EndDuty: z.extend(onJob, { ending: schemas.ending, reason: text(2_000) }),
  OfferStay: z.extend(onJob, { ...offer, offeredAt: givenInstant }),
  /** `from` holds the texts that the person saw, of a summary that was written before. */
  WriteSummary: z.extend(onJob, { ...summary, from: z.optional(z.strictObject(texts)) }),
  SendSummary: z.extend(onJob, {
    summaryId: id,
    sentAt: givenInstant,
    sentHow: schemas.sendingWay,
    sentTo: text(200),
  }),
  /** Given by the server when a deadline passes. */
  RecordMissed: z.extend(onStep, { due: instant }),
}
export type DutyOfficeCommand = Message<typeof dutyOfficeCommands>
