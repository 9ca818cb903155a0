import { clockOfLevel, clocksAtConclusion, clocksAtReport } from '#core/deadlines/clocks.ts'
import { ruleOf } from '#core/deadlines/rules.ts'
import { mostDuties } from '#core/deadlines/values.ts'
import { forOffice, isInstant, type JobContext, type JobFacts, type Outcome } from '#core/job/decision-rules.ts'
import { type Duty, isOpen } from '#core/job/duties/duty.ts'
import type { DutyOfficeCommand } from '#core/job/duties/duty-messages.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { type Decisions, decideBy } from '#core/model/messages.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { dutyOf, meeting, nowOf, stepOf, zoneOf } from './duty-rules.ts'
import { ruled } from './hazard-rule.ts'
import { letterDecisions } from './letter-decisions.ts'
import { forDuty, refusalIfTold } from './of-duty.ts'
import { putOff } from './put-off.ts'
import { refuseDeadline } from './refuse-deadline.ts'

const decisions: Decisions<Job, DutyOfficeCommand, JobEvent, JobFacts> = {
  RecordHazard: (state, { dutyId, reportedBy, reportedHow, words, ...given }, context) =>
    starting(state, dutyId, context, () => {
      const found = ruled(given, context)
      if (isRefusal(found)) return found
      const { rule, ...recorded } = found
      const report = { reportedBy: reportedBy.trim(), reportedHow, words: words.trim() }
      const clocks = clocksAtReport(rule, recorded.severity, recorded.awareAt, zoneOf(context))
      return [
        { type: 'HazardRecorded', data: { dutyId, ...recorded, rule: rule.ruleId } },
        { type: 'HazardReported', data: { dutyId, ...report } },
        { type: 'DeadlinesSet', data: { dutyId, clocks } },
      ]
    }),
  StartServiceLevel: (state, { dutyId, levelId, startedAt }, context) =>
    starting(state, dutyId, context, () => {
      const level = context.facts.serviceLevels?.find((one) => one.levelId === levelId)
      if (!level) return refuseDeadline('level-not-found', {}, 'levelId')
      if (Date.parse(startedAt) > Date.parse(nowOf(context))) return refuseDeadline('aware-ahead', {}, 'startedAt')
      const holidays = context.facts.holidays ?? 'england-and-wales'
      const clocks = [clockOfLevel(level.limit, startedAt, { zone: zoneOf(context), holidays })]
      return [
        { type: 'ServiceLevelStarted', data: { dutyId, level, startedAt, holidays } },
        { type: 'DeadlinesSet', data: { dutyId, clocks } },
      ]
    }),
  RegradeHazard: (state, { dutyId, reason, from, ...given }, context) =>
    forDuty(state, dutyId, context, (duty) => {
      if (!duty.severity) return refuseDeadline('duty-not-found')
      if (stepOf(duty, 'investigate')?.met) return refuseDeadline('already-investigated')
      const found = ruled(given, context)
      if (isRefusal(found)) return found
      const { rule, ...recorded } = found
      if (isReport(duty, recorded) && duty.rule === rule.ruleId) return []
      if (from && !isReport(duty, from)) return refuseDeadline('report-moved-on')
      if (!reason.trim()) return refuse('reason-required', {}, 'reason')
      const clocks = clocksAtReport(rule, recorded.severity, recorded.awareAt, zoneOf(context))
      return [
        { type: 'HazardRegraded', data: { dutyId, ...recorded, rule: rule.ruleId } },
        { type: 'DutyExplained', data: { dutyId, reason: reason.trim() } },
        { type: 'DeadlinesSet', data: { dutyId, clocks } },
      ]
    }),
  ConcludeInvestigation: (job, { dutyId, metAt, proof, note, found, by: given }, context) =>
    meeting(job, { dutyId, step: 'investigate', metAt, by: given }, context, ({ duty, by }) => {
      const { hazard, severity: recordedAs, awareAt } = duty
      const rule = ruleOf(duty.rule ?? '')
      if (!rule || !hazard || !recordedAs) return refuseDeadline('duty-not-found')
      const conclusion = { hazard, recordedAs, found, awareAt, investigatedAt: metAt }
      const clocks = clocksAtConclusion(rule, conclusion, zoneOf(context))
      return [
        { type: 'DeadlineMet', data: { dutyId, step: 'investigate', metAt, by, proof, note: note.trim(), found } },
        { type: 'DeadlinesSet', data: { dutyId, clocks } },
      ]
    }),
  ReopenInvestigation: (state, { dutyId }, context) =>
    forDuty(state, dutyId, context, (duty) => {
      const rule = ruleOf(duty.rule ?? '')
      const investigation = stepOf(duty, 'investigate')
      if (!rule || !duty.severity || !investigation) return refuseDeadline('duty-not-found')
      if (!investigation.met) return []
      if (duty.deadlines.some((one) => one.from === 'investigated' && one.met)) return refuseDeadline('later-steps-met')
      // What the investigation replaced or has been put off since starts as it was.
      const clocks = clocksAtReport(rule, duty.severity, duty.awareAt, zoneOf(context)).filter(
        ({ step }) => step !== 'investigate' && !stepOf(duty, step)?.met,
      )
      return [
        { type: 'DeadlineReopened', data: { dutyId, step: 'investigate' } },
        ...(clocks.length > 0 ? [{ type: 'DeadlinesSet', data: { dutyId, clocks } } as const] : []),
      ]
    }),
  PutOffDeadline: putOff,
  ExplainDuty: (state, { dutyId, step, reason }, context) =>
    forOffice(state, context, (job) => {
      if (!dutyOf(job, dutyId)) return refuseDeadline('duty-not-found')
      if (!reason.trim()) return refuse('reason-required', {}, 'reason')
      const about = step === undefined ? {} : { step }
      const data = { dutyId, ...about, reason: reason.trim() }
      const told = job.office?.duties?.[dutyId]?.explanations ?? []
      // A repeated command explains nothing twice.
      if (told.at(-1)?.reason === data.reason && told.at(-1)?.step === step) return []
      return refusalIfTold(told) ?? [{ type: 'DutyExplained', data }]
    }),
  EndDuty: (state, { dutyId, ending, reason }, context) =>
    forOffice(state, context, (job) => {
      const duty = dutyOf(job, dutyId)
      if (!duty) return refuseDeadline('duty-not-found')
      if (duty.ended) return []
      if (!reason.trim()) return refuse('reason-required', {}, 'reason')
      return [
        { type: 'DutyEnded', data: { dutyId, ending } },
        { type: 'DutyExplained', data: { dutyId, reason: reason.trim() } },
      ]
    }),
  ...letterDecisions,
  RecordMissed: (job, { dutyId, step, due }, context) => {
    if (context.actorRole !== 'system') return refuse('office-only')
    const duty = dutyOf(job, dutyId)
    const one = stepOf(duty, step)
    if (!duty || !one || !isOpen(duty, one) || !isInstant(one.due, due) || isInstant(one.missedAt, due)) return []
    return Date.parse(nowOf(context)) > Date.parse(due) ? [{ type: 'DeadlineMissed', data: { dutyId, step, due } }] : []
  },
}

/** Whether this is what was reported, how serious it is and when the report came. */
const isReport = (duty: Duty, { hazard, severity, awareAt }: Pick<Duty, 'hazard' | 'severity' | 'awareAt'>) =>
  duty.hazard === hazard && duty.severity === severity && isInstant(duty.awareAt, awareAt)

/** Decides on what a job owes by law or by a service level. */
export const decideDuty = decideBy(decisions)

/** Starts a duty once; a job has a limited number of them. */
function starting(state: Job | undefined, dutyId: string, context: JobContext, decide: () => Outcome): Outcome {
  return forOffice(state, context, (job) => {
    if (dutyOf(job, dutyId)) return []
    const duties: readonly Duty[] = job.duties ?? []
    return duties.length < mostDuties ? decide() : refuseDeadline('duties-full', { most: mostDuties })
  })
}
