import { type DueColumn, dueColumnOf } from '#core/deadlines/due-columns.ts'
import type { Hazard } from '#core/deadlines/values.ts'
import { type Deadline, type Duty, openDeadlines } from '#core/job/duties/duty.ts'
import type { DeadlineJob } from '#core/wire/jobs/deadlines.ts'

/** A deadline on the board, with the job and hazard that it is of. */
export type BoardCard = { job: DeadlineJob; duty: Duty; deadline: Deadline; column: DueColumn }

/** Which cards are shown; an empty value filters nothing. `nobody` stands for jobs without a person. */
export type BoardView = { agency: string; hazard: string; person: string; column: DueColumn | '' }

export const nobody = 'nobody'
/** Stands for the service levels among the hazards. */
export const serviceLevels = 'service level'

/** Every open deadline of the jobs, in the order of their times. */
export const cardsOf = (jobs: readonly DeadlineJob[], now: string, zone: string): BoardCard[] =>
  jobs
    .flatMap((job) =>
      job.duties.flatMap((duty) =>
        openDeadlines(duty).map((deadline) => ({
          job,
          duty,
          deadline,
          column: dueColumnOf(deadline.due, now, zone),
        })),
      ),
    )
    .toSorted((one, other) => Date.parse(one.deadline.due) - Date.parse(other.deadline.due))

export const isShown = ({ job, duty }: BoardCard, { agency, hazard, person }: BoardView): boolean =>
  (!agency || sameText(job.agency, agency)) &&
  (!hazard || (duty.hazard ?? serviceLevels) === hazard) &&
  (!person || (person === nobody ? job.assignedTo.length === 0 : job.assignedTo.includes(person)))

/** What the filters can be set to: what there is on the board. */
export function choicesOf(cards: readonly BoardCard[]) {
  const agencies = new Map(cards.map(({ job }) => [job.agency.toLowerCase(), job.agency]))
  agencies.delete('')
  const hazards = new Set<Hazard | typeof serviceLevels>(cards.map(({ duty }) => duty.hazard ?? serviceLevels))
  const people = new Set(cards.flatMap(({ job }) => job.assignedTo))
  return {
    agencies: [...agencies.values()].toSorted(byName),
    hazards: [...hazards].toSorted(byName),
    people: [...people],
    hasUnassigned: cards.some(({ job }) => job.assignedTo.length === 0),
  }
}

const byName = (one: string, other: string) => one.localeCompare(other, 'en-GB')
const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
