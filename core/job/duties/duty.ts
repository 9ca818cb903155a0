import * as z from 'zod/mini'
import * as schemas from '#core/deadlines/schemas.ts'
import type { Folded, Folds } from '#core/model/messages.ts'
import { id, instant } from '#core/model/values.ts'
import type { DutyEvent } from './duty-messages.ts'

const met = z.object({
  at: instant,
  by: z.string(),
  proof: schemas.proof,
  note: z.string(),
  found: z.optional(schemas.finding),
})

/** A step with its clock, and what became of it. */
export const deadline = z.object({
  ...schemas.clock.shape,
  met: z.optional(met),
  /** When it passed without being met; it stays, whatever is done later. */
  missedAt: z.optional(instant),
  /** When it was due before it was put off. */
  firstDue: z.optional(instant),
})
export type Deadline = z.infer<typeof deadline>

/** A hazard, or a service level of the company, with its deadlines. */
export const duty = z.object({
  dutyId: id,
  awareAt: instant,
  hazard: z.optional(schemas.hazard),
  severity: z.optional(schemas.severity),
  rule: z.optional(schemas.ruleId),
  level: z.optional(schemas.serviceLevel),
  /** Whose bank holidays a service level leaves out, if that was recorded; those of a hazard are its rule's. */
  holidays: z.optional(schemas.holidayDivision),
  deadlines: z.array(deadline),
  ended: z.optional(z.object({ ending: schemas.ending, at: instant })),
})
export type Duty = z.infer<typeof duty>

const by = { userId: z.string(), timestamp: instant }
/** What only the office knows of a duty. */
export const dutyOffice = z.object({
  report: z.optional(z.object({ reportedBy: z.string(), reportedHow: schemas.reportWay, words: z.string() })),
  explanations: z.array(z.object({ step: z.optional(schemas.step), reason: z.string(), ...by })),
  offers: z.array(z.object({ offerId: id, offeredAt: instant, answer: schemas.offerAnswer, note: z.string(), ...by })),
  summaries: z.array(
    z.object({
      summaryId: id,
      found: z.string(),
      work: z.string(),
      stay: z.string(),
      contact: z.string(),
      ...by,
      sent: z.optional(z.object({ sentAt: instant, sentHow: schemas.sendingWay, sentTo: z.string() })),
    }),
  ),
})
export type DutyOffice = z.infer<typeof dutyOffice>

/** How serious a hazard is: what the investigation found, or what was reported until then. */
export const severityOf = ({ severity, deadlines }: Pick<Duty, 'severity' | 'deadlines'>) => {
  const found = deadlines.find((one) => one.step === 'investigate')?.met?.found
  return found === undefined || found === 'no hazard' ? severity : found
}

/**
 * Whether a deadline is still to be met: an investigation that found no hazard leaves the written summary alone. One that found less
 * than the emergency that was reported ends the emergency's own clocks; where the law covers what it found, others have replaced them.
 */
export const isOpen = (one: Pick<Duty, 'severity' | 'deadlines' | 'ended'>, deadline: Deadline): boolean => {
  if (one.ended || deadline.met) return false
  if (deadline.step === 'summary') return true
  const { found } = one.deadlines.find(({ step }) => step === 'investigate')?.met ?? {}
  const isMilder = one.severity === 'emergency' && found === 'significant'
  return found !== 'no hazard' && !(isMilder && deadline.from === 'aware')
}

/** The deadlines of a duty that are still to be met. */
export const openDeadlines = (one: Pick<Duty, 'severity' | 'deadlines' | 'ended'>): Deadline[] =>
  one.deadlines.filter((deadline) => isOpen(one, deadline))

type WithDuties = { duties?: Duty[] | undefined }

/** The folds of the events of duties that everyone may see, into a document with `duties`. */
export const dutyFolds = <S extends WithDuties>(): Pick<Folds<S, DutyEvent>, PublicType> => ({
  HazardRecorded: (state, { data }) =>
    state && { ...state, duties: [...(state.duties ?? []), { ...data, deadlines: [] }] },
  HazardRegraded: (state, { data }) =>
    changed(state, data.dutyId, ({ deadlines, ...one }) => ({
      ...one,
      ...data,
      deadlines: deadlines.filter(({ met }) => met !== undefined),
    })),
  ServiceLevelStarted: (state, { data: { startedAt, ...data } }) =>
    state && { ...state, duties: [...(state.duties ?? []), { ...data, awareAt: startedAt, deadlines: [] }] },
  DeadlinesSet: (state, { data: { dutyId, clocks } }) =>
    changed(state, dutyId, (one) => ({ ...one, deadlines: clocks.reduce(withClock, one.deadlines) })),
  DeadlineMet: (state, { data: { dutyId, step, metAt, ...rest } }) => {
    const { by: person, proof, note, found } = rest
    const met = { at: metAt, by: person, proof, note, ...(found === undefined ? {} : { found }) }
    return changedStep(state, dutyId, step, (one) => ({ ...one, met }))
  },
  DeadlineReopened: (state, { data: { dutyId, step } }) =>
    changed(state, dutyId, (one) => ({ ...one, deadlines: reopened(one.deadlines, step) })),
  DeadlinePutOff: (state, { data: { dutyId, step, from, due } }) =>
    changedStep(state, dutyId, step, (one) => ({ ...one, due, firstDue: one.firstDue ?? from })),
  DeadlineMissed: (state, { data: { dutyId, step, due } }) =>
    changedStep(state, dutyId, step, (one) => ({ ...one, missedAt: due })),
  DutyEnded: (state, { data: { dutyId, ending }, happenedAt }) =>
    changed(state, dutyId, (one) => ({ ...one, ended: { ending, at: happenedAt } })),
})
type PublicType = Exclude<
  DutyEvent['type'],
  'HazardReported' | 'DutyExplained' | 'StayOffered' | 'SummaryWritten' | 'SummarySent'
>

const changed = <S extends WithDuties>(
  state: S | undefined,
  dutyId: string,
  change: (one: Duty) => Duty,
): S | undefined =>
  state?.duties ? { ...state, duties: state.duties.map((one) => (one.dutyId === dutyId ? change(one) : one)) } : state

const changedStep = <S extends WithDuties>(
  state: S | undefined,
  dutyId: string,
  step: string,
  change: (one: Deadline) => Deadline,
): S | undefined =>
  changed(state, dutyId, (one) => ({
    ...one,
    deadlines: one.deadlines.map((deadline) => (deadline.step === step ? change(deadline) : deadline)),
  }))

/** A clock replaces that of the same step, but never takes back that the step was met or missed. */
function withClock(deadlines: Deadline[], clock: z.infer<typeof schemas.clock>): Deadline[] {
  const known = deadlines.find((one) => one.step === clock.step)
  const { met, missedAt } = known ?? {}
  const next = { ...clock, ...(met ? { met } : {}), ...(missedAt ? { missedAt } : {}) }
  const rest = deadlines.filter((one) => one !== known)
  return [...rest, next].toSorted((one, other) => Date.parse(one.due) - Date.parse(other.due))
}

/** A step as not met. What followed from an investigation goes with it. */
const reopened = (deadlines: readonly Deadline[], step: string): Deadline[] =>
  deadlines
    .filter((one) => step !== 'investigate' || one.from === 'aware')
    .map((one) => {
      if (one.step !== step) return one
      const { met: _, ...open } = one
      return open
    })

/** The folds of what only the office knows, by duty. */
export const dutyOfficeFolds = {
  HazardReported: (office: DutyOffice, { data: { dutyId: _, ...report } }: Of<'HazardReported'>): DutyOffice => ({
    ...office,
    report,
  }),
  DutyExplained: (office: DutyOffice, event: Of<'DutyExplained'>): DutyOffice => {
    const { step, reason } = event.data
    const one = { ...(step === undefined ? {} : { step }), reason, ...author(event) }
    return { ...office, explanations: [...office.explanations, one] }
  },
  StayOffered: (office: DutyOffice, event: Of<'StayOffered'>): DutyOffice => {
    const { dutyId: _, ...offer } = event.data
    const others = office.offers.filter((one) => one.offerId !== offer.offerId)
    return { ...office, offers: [...others, { ...offer, ...author(event) }] }
  },
  SummaryWritten: (office: DutyOffice, event: Of<'SummaryWritten'>): DutyOffice => {
    const { dutyId: _, ...summary } = event.data
    const others = office.summaries.filter((one) => one.summaryId !== summary.summaryId)
    return { ...office, summaries: [...others, { ...summary, ...author(event) }] }
  },
  SummarySent: (office: DutyOffice, { data: { dutyId: _, summaryId, ...sent } }: Of<'SummarySent'>): DutyOffice => ({
    ...office,
    summaries: office.summaries.map((one) => (one.summaryId === summaryId ? { ...one, sent } : one)),
  }),
}
type Of<T extends DutyEvent['type']> = Folded<Extract<DutyEvent, { type: T }>>

export const nothingKnown: DutyOffice = { explanations: [], offers: [], summaries: [] }

const author = ({ actorId = '', happenedAt }: { actorId?: string; happenedAt: string }) => ({
  userId: actorId,
  timestamp: happenedAt,
})
