import { holidaysOfDuty, ruleOf } from '#core/deadlines/rules.ts'
import { type Standing, standingOf } from '#core/deadlines/standing.ts'
import { type Law, lawNames, limitWords } from '#core/deadlines/values.ts'
import { type Deadline, type Duty, type DutyOffice, isOpen, nothingKnown, severityOf } from '#core/job/duties/duty.ts'
import type { Job } from '#core/job/job.ts'
import { label } from '#core/model/label.ts'
import { paperDay } from '#core/time/format.ts'

/** A deadline in a pack: how it stood when the pack was prepared, and what was said about it. */
export type EvidenceClock = Deadline & {
  standing: Standing
  /** Nobody has to meet it any more: it ended, or no hazard was found. */
  isOver: boolean
  reasons: DutyOffice['explanations']
}

/** A hazard or service level in a pack, under the rule that it started under. */
export type EvidenceDuty = {
  name: string
  /** The rule in words, with its version and the day it came into force. */
  rule: string
  awareAt: string
  clocks: EvidenceClock[]
  /** What was said about the whole of it. */
  reasons: DutyOffice['explanations']
  office: DutyOffice
  ended: Duty['ended']
}

/** The deadlines of a job as the office knows them: what was due when under which rule, when it was met or missed, and why. */
export const clocksOf = (
  job: Pick<Job, 'duties' | 'office'>,
  now: string,
  { zone, law }: { zone: string; law: Law },
): EvidenceDuty[] =>
  (job.duties ?? []).map((one) => {
    const office = job.office?.duties?.[one.dutyId] ?? nothingKnown
    const holidays = holidaysOfDuty(one, law)
    return {
      name: nameOf(one),
      rule: ruleWords(one),
      awareAt: one.awareAt,
      clocks: one.deadlines
        .toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due))
        .map((deadline) => ({
          ...deadline,
          standing: standingOf({ due: deadline.due, metAt: deadline.met?.at }, now, { zone, holidays }),
          isOver: !deadline.met && !isOpen(one, deadline),
          reasons: office.explanations.filter(({ step }) => step === deadline.step),
        })),
      reasons: office.explanations.filter(({ step }) => step === undefined),
      office,
      ended: one.ended,
    }
  })

function nameOf(one: Duty): string {
  if (one.level) return `Service level: ${one.level.name}`
  const severity = severityOf(one)
  return `${label(one.hazard ?? 'other')}${severity ? `, ${severity}` : ''}`
}

function ruleWords({ rule, level }: Duty): string {
  if (level) return `The company\u2019s own promise: ${limitWords(level.limit)}.`
  const known = ruleOf(rule ?? '')
  if (!known) return 'The rule is not known to this version of Fettle.'
  return `${lawNames[known.law]}, version ${known.version}, in force since ${paperDay(known.inForce)}: ${known.source}.`
}
