import { ruleOf } from '#core/deadlines/rules.ts'
import type { JobContext, Outcome } from '#core/job/decision-rules.ts'
import type { Deadline, Duty } from '#core/job/duties/duty.ts'
import type { DutyOfficeCommand } from '#core/job/duties/duty-messages.ts'
import type { Job } from '#core/job/job.ts'
import { refuse } from '#core/model/refusals.ts'
import { paperDayIn } from '#core/time/format.ts'
import { stepOf, zoneOf } from './duty-rules.ts'
import { forDuty } from './of-duty.ts'
import { refuseDeadline } from './refuse-deadline.ts'

type Given = Extract<DutyOfficeCommand, { type: 'PutOffDeadline' }>['data']

/** Puts off a deadline where its rule allows that, with the reason. A service level of the company can always be put off. */
export const putOff = (state: Job | undefined, { dutyId, step, due, reason }: Given, context: JobContext): Outcome =>
  forDuty(state, dutyId, context, (duty) => {
    const one = stepOf(duty, step)
    if (!one || one.met) return refuse('deadline-not-found')
    if (Date.parse(due) === Date.parse(one.due)) return []
    const allowed = mayPutOff(duty, one)
    if (!allowed) return refuseDeadline('deadline-fixed')
    if (Date.parse(due) < Date.parse(one.due)) return refuseDeadline('put-off-earlier', {}, 'due')
    if (allowed === 'until latest' && one.latest && Date.parse(due) > Date.parse(one.latest))
      return refuseDeadline('deadline-latest', { day: paperDayIn(one.latest, zoneOf(context)) }, 'due')
    if (!reason.trim()) return refuse('reason-required', {}, 'reason')
    return [
      { type: 'DeadlinePutOff', data: { dutyId, step, from: one.due, due } },
      { type: 'DutyExplained', data: { dutyId, step, reason: reason.trim() } },
    ]
  })

/** Whether a deadline can be put off, and how far. */
export function mayPutOff(duty: Duty, { step }: Pick<Deadline, 'step'>): 'until latest' | 'with notice' | undefined {
  if (duty.level) return 'with notice'
  const severities = Object.values(ruleOf(duty.rule ?? '')?.bySeverity ?? {})
  return severities.flatMap((one) => one.steps).find((one) => one.step === step)?.putOff
}
