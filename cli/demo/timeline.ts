import type { CommandType } from '#core/ledger/ledger.ts'
import { deadlineSteps } from './deadline-steps.ts'
import { accesses, agencies, buildings, officeNotes, receivers, teamNotes, works } from './invented-texts.ts'
import { partSteps } from './part-steps.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'
import { todoSteps } from './todo-steps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** An instant in working hours, eight to five; a weekend becomes the Monday after it. */
function working(time: number, random: SeededRandom): number {
  const start = Math.floor(time / day) * day
  const weekday = new Date(start).getUTCDay()
  const moved = start + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * day
  return moved + random.whole(8 * 60, 17 * 60) * minute + random.whole(0, 59) * 1000
}

/** The life of a job created around `created`: the steps of the office and the team in order. */
export function lifeOfJob(created: number, crew: Crew, random: SeededRandom): Step[] {
  const steps: Step[] = []
  let now = working(created, random)
  const jobId = random.id(now)
  const office = random.pick(crew.office)
  const step = (by: string, type: CommandType, data: object = {}) =>
    steps.push({ at: now, by, type, data: { jobId, ...data } })
  const later = (least: number, most: number) => {
    now = Math.max(now + minute, working(now + random.whole(least, most) * day, random))
  }
  const note = (by: string, from: typeof officeNotes | typeof teamNotes) =>
    step(by, 'AddNote', { noteId: random.id(now), note: random.pick(from) })

  const tasks = Array.from({ length: random.pick([1, 1, 2, 2, 3, 4]) }, () => {
    const [description, price] = random.pick(works)
    return { taskId: random.id(now), description, price: price + random.whole(-4, 8) * 500 }
  })
  const flat = random.chance(0.7) ? `Flat ${random.whole(1, 30)}, ` : `${random.whole(1, 40)} `
  step(office, 'CreateJob', {
    apartmentName: `${flat}${random.pick(buildings)}`,
    workOrder: random.chance(0.9) ? `WO-${random.whole(10_000, 99_999)}` : '',
    agency: random.pick(agencies),
    receivedBy: random.pick(receivers),
    createdAt: new Date(now).toISOString().slice(0, 10),
    tasks,
  })
  if (random.chance(0.35)) {
    now += random.whole(5, 90) * minute
    note(office, officeNotes)
  }
  if (random.chance(0.07)) {
    later(0, 2)
    step(office, 'ChangeWarning', { warning: random.pick(['management', 'insurance']) })
  }
  if (random.chance(0.05)) {
    later(1, 4)
    step(office, 'ChangeWarning', { warning: 'cancelled' })
    return steps
  }

  const worker = random.pick(crew.team)
  const visit = () => {
    later(0, 3)
    const start = Math.max(now + hour, working(now + random.whole(1, 9) * day, random))
    const jobStart = Math.floor(start / (30 * minute)) * 30 * minute
    const assignedTo = random.chance(0.3) ? [...new Set([worker, random.pick(crew.team)])] : [worker]
    step(office, 'ScheduleJob', {
      jobBookingId: random.id(now),
      jobStart: new Date(jobStart).toISOString(),
      jobEnd: new Date(jobStart + random.pick([60, 90, 120, 120, 180]) * minute).toISOString(),
      access: random.pick(accesses),
      assignedTo,
    })
    now = Math.max(now, jobStart) + random.whole(20, 100) * minute
  }
  if (random.chance(0.4)) {
    now += random.whole(1, 20) * hour
    for (const { taskId } of tasks) if (random.chance(0.6)) step(worker, 'SetTaskReady', { taskId, ready: true })
  }
  visit()
  if (random.chance(0.12)) {
    note(worker, teamNotes)
    step(worker, 'ChangeWarning', { warning: 'no access' })
    visit()
    step(worker, 'ChangeWarning', { warning: '' })
  }
  const estimated = random.chance(0.15) ? tasks.at(-1) : undefined
  for (const { taskId } of tasks) {
    now += random.whole(5, 40) * minute
    step(worker, 'CycleTask', { taskId, from: 'not completed' })
    if (taskId === estimated?.taskId) step(worker, 'CycleTask', { taskId, from: 'completed' })
  }
  if (random.chance(0.4)) note(worker, teamNotes)
  if (estimated) {
    step(worker, 'SetNextVisit', { nextVisitHours: random.pick([1, 2, 3, 4]), nextVisitPeople: random.pick([1, 2]) })
    later(1, 4)
    step(office, 'ChangeWarning', { warning: 'quote sent' })
    later(3, 12)
    if (random.chance(0.25)) {
      step(office, 'ChangeWarning', { warning: 'quote rejected' })
      return steps
    }
    step(office, 'ChangeWarning', { warning: 'quote approved' })
    step(office, 'CycleTask', { taskId: estimated.taskId, from: 'to estimate' })
    visit()
    step(worker, 'CycleTask', { taskId: estimated.taskId, from: 'not completed' })
  }
  later(1, 9)
  const free = random.chance(0.08)
  step(
    office,
    'ChangeWarning',
    free ? { warning: 'free of charge' } : { warning: 'invoiced', invoice: `INV-${random.whole(1_000, 9_999)}` },
  )
  return steps
}

/** How long a forgotten job has gone without attention: its visit has passed, or was never booked. */
const forgottenFor = 6 * day

/** The office forgets every eighth of the newest jobs, so that the demo has jobs needing attention. */
const isForgotten = (place: number, jobs: number) => jobs - place <= jobs / 20 && place % 8 === 0

function upTo(steps: Step[], until: number, forgotten: boolean): Step[] {
  const lastAttention = until - forgottenFor
  const last = forgotten && (steps[0]?.at ?? until) <= lastAttention ? lastAttention : until
  return steps.filter((step) => step.at <= last)
}

/** The lives of `jobs` jobs with their parts, to-dos and hazards, over the `days` up to `until`, in order and with nothing after it. */
export function companyTimeline(jobs: number, days: number, until: number, crew: Crew, random: SeededRandom): Step[] {
  const first = until - days * day
  const inOrder = (steps: Step[]) => steps.sort((a, b) => a.at - b.at)
  const story = inOrder(
    Array.from({ length: jobs }, (_, place) =>
      lifeOfJob(first + ((place + random.next()) / jobs) * days * day, crew, random),
    ).flatMap((steps, place) => upTo(steps, until, isForgotten(place, jobs))),
  )
  const others = [partSteps, todoSteps, deadlineSteps].flatMap((steps) => steps(story, until, crew, random))
  return inOrder([...story, ...others])
}
