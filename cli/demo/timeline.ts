import type { CommandType } from '#core/ledger/ledger.ts'
import { accesses, agencies, buildings, officeNotes, receivers, teamNotes, works } from './invented-texts.ts'
import { partsOf } from './part-steps.ts'
import type { Chance } from './seeded-random.ts'
import type { Crew, Step } from './step.ts'
import { todosOf } from './todo-steps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A working instant: the day moved off a weekend, between eight and five. */
function working(time: number, chance: Chance): number {
  const start = Math.floor(time / day) * day
  const weekday = new Date(start).getUTCDay()
  const moved = start + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * day
  return moved + chance.whole(8 * 60, 17 * 60) * minute + chance.whole(0, 59) * 1000
}

/** The life of one job that came in about `created`: what the office and the team do with it, in order of time. */
export function lifeOfJob(created: number, crew: Crew, chance: Chance): Step[] {
  const steps: Step[] = []
  let now = working(created, chance)
  const jobId = chance.id(now)
  const office = chance.pick(crew.office)
  const say = (by: string, type: CommandType, data: object = {}) =>
    steps.push({ at: now, by, type, data: { jobId, ...data } })
  const later = (least: number, most: number) => {
    now = Math.max(now + minute, working(now + chance.whole(least, most) * day, chance))
  }
  const note = (by: string, from: typeof officeNotes | typeof teamNotes) =>
    say(by, 'AddNote', { noteId: chance.id(now), note: chance.pick(from) })

  const tasks = Array.from({ length: chance.pick([1, 1, 2, 2, 3, 4]) }, () => {
    const [description, price] = chance.pick(works)
    return { taskId: chance.id(now), description, price: price + chance.whole(-4, 8) * 500 }
  })
  const flat = chance.of(0.7) ? `Flat ${chance.whole(1, 30)}, ` : `${chance.whole(1, 40)} `
  say(office, 'CreateJob', {
    apartmentName: `${flat}${chance.pick(buildings)}`,
    workOrder: chance.of(0.9) ? `WO-${chance.whole(10_000, 99_999)}` : '',
    agency: chance.pick(agencies),
    receivedBy: chance.pick(receivers),
    createdAt: new Date(now).toISOString().slice(0, 10),
    tasks,
  })
  if (chance.of(0.35)) {
    now += chance.whole(5, 90) * minute
    note(office, officeNotes)
  }
  if (chance.of(0.07)) {
    later(0, 2)
    say(office, 'ChangeWarning', { warning: chance.pick(['management', 'insurance']) })
  }
  if (chance.of(0.05)) {
    later(1, 4)
    say(office, 'ChangeWarning', { warning: 'cancelled' })
    return steps
  }

  const worker = chance.pick(crew.team)
  const visit = () => {
    later(0, 3)
    const start = Math.max(now + hour, working(now + chance.whole(1, 9) * day, chance))
    const jobStart = Math.floor(start / (30 * minute)) * 30 * minute
    const assignedTo = chance.of(0.3) ? [...new Set([worker, chance.pick(crew.team)])] : [worker]
    say(office, 'ScheduleJob', {
      jobBookingId: chance.id(now),
      jobStart: new Date(jobStart).toISOString(),
      jobEnd: new Date(jobStart + chance.pick([60, 90, 120, 120, 180]) * minute).toISOString(),
      access: chance.pick(accesses),
      assignedTo,
    })
    now = Math.max(now, jobStart) + chance.whole(20, 100) * minute
  }
  if (chance.of(0.4)) {
    now += chance.whole(1, 20) * hour
    for (const { taskId } of tasks) if (chance.of(0.6)) say(worker, 'SetTaskReady', { taskId, ready: true })
  }
  visit()
  if (chance.of(0.12)) {
    note(worker, teamNotes)
    say(worker, 'ChangeWarning', { warning: 'no access' })
    visit()
    say(worker, 'ChangeWarning', { warning: '' })
  }
  const estimated = chance.of(0.15) ? tasks.at(-1) : undefined
  for (const { taskId } of tasks) {
    now += chance.whole(5, 40) * minute
    say(worker, 'CycleTask', { taskId, from: 'not completed' })
    if (taskId === estimated?.taskId) say(worker, 'CycleTask', { taskId, from: 'completed' })
  }
  if (chance.of(0.4)) note(worker, teamNotes)
  if (estimated) {
    say(worker, 'SetNextVisit', { nextVisitHours: chance.pick([1, 2, 3, 4]), nextVisitPeople: chance.pick([1, 2]) })
    later(1, 4)
    say(office, 'ChangeWarning', { warning: 'quote sent' })
    later(3, 12)
    if (chance.of(0.25)) {
      say(office, 'ChangeWarning', { warning: 'quote rejected' })
      return steps
    }
    say(office, 'ChangeWarning', { warning: 'quote approved' })
    say(office, 'CycleTask', { taskId: estimated.taskId, from: 'to estimate' })
    visit()
    say(worker, 'CycleTask', { taskId: estimated.taskId, from: 'not completed' })
  }
  later(1, 9)
  const free = chance.of(0.08)
  say(
    office,
    'ChangeWarning',
    free ? { warning: 'free of charge' } : { warning: 'invoiced', invoice: `INV-${chance.whole(1_000, 9_999)}` },
  )
  return steps
}

/** Nobody has looked at a forgotten job for this long: a visit is over, or was never booked. */
const forgottenFor = 6 * day

/** Of the newest lives every eighth is forgotten by the office, so that there is something to see to. */
const isForgotten = (place: number, jobs: number) => jobs - place <= jobs / 20 && place % 8 === 0

function upTo(steps: Step[], until: number, forgotten: boolean): Step[] {
  const lastLook = until - forgottenFor
  const last = forgotten && (steps[0]?.at ?? until) <= lastLook ? lastLook : until
  return steps.filter((step) => step.at <= last)
}

/** `jobs` lives, what was ordered for them and what people have still to do, over the `days` up to `until`, everything in order of time and nothing after `until`. */
export function companyTimeline(jobs: number, days: number, until: number, crew: Crew, chance: Chance): Step[] {
  const first = until - days * day
  const inOrder = (steps: Step[]) => steps.sort((a, b) => a.at - b.at)
  const story = inOrder(
    Array.from({ length: jobs }, (_, place) =>
      lifeOfJob(first + ((place + chance.next()) / jobs) * days * day, crew, chance),
    ).flatMap((steps, place) => upTo(steps, until, isForgotten(place, jobs))),
  )
  return inOrder([...story, ...partsOf(story, until, crew, chance), ...todosOf(story, until, crew, chance)])
}
