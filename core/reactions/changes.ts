import * as z from 'zod/mini'
import { step } from '#core/deadlines/schemas.ts'
import type { Step } from '#core/deadlines/values.ts'
import { type EmailFailed, failedMail } from '#core/job/failed-mail/failed-mail-messages.ts'
import { id, instant } from '#core/model/values.ts'
import { type Kind, kindRules, kinds } from '#core/notifications/kinds.ts'
import { urgencies } from '#core/report/values.ts'

const visitTime = z.strictObject({ jobStart: instant, jobEnd: instant })
export type VisitTime = z.infer<typeof visitTime>
/** The last person of the change; missing if the system did it. */
const by = z.optional(id)
/** Nothing arrived for days, its receiver is gone, or nobody answers for it any more. */
const turnedOff = z.enum(['failing', 'gone', 'maker-left'])
export type TurnedOff = z.infer<typeof turnedOff>
const yes = z.optional(z.literal(true))

/**
 * What changed about a job, as its net effect, in ids and times only: names and texts are read when somebody looks, so that nothing
 * has to be erased here.
 */
export const jobChanges = z.strictObject({
  /** The reader's visit: booked if it was not before, cancelled if it is no more, else moved. */
  visit: z.optional(z.strictObject({ from: z.optional(visitTime), to: z.optional(visitTime), by })),
  /** Comments that name the reader. */
  mention: z.optional(z.strictObject({ noteIds: z.array(id), by })),
  /** Not of a job: the reader's visits of the next day, with the reader's id in the place of the job's. */
  dayAhead: z.optional(z.strictObject({ count: z.int(), first: visitTime })),
  noAccess: z.optional(z.strictObject({ by })),
  finished: z.optional(z.strictObject({ by })),
  toEstimate: z.optional(z.strictObject({ taskIds: z.array(id), by })),
  /** What the tenant did that the office has not answered. */
  tenant: z.optional(z.strictObject({ asked: yes, confirmed: yes, wrote: yes, photos: yes })),
  /** Emails of the job that were given up. */
  notSent: z.optional(z.array(failedMail)),
  /** Not of a job: a report, whose id stands in the place of the job's. */
  report: z.optional(z.strictObject({ urgency: z.enum(urgencies) })),
  /** Not of a job: a device's refused changes and those that it has not sent, with its session's id in the place of the job's. */
  stuck: z.optional(
    z.strictObject({
      by: id,
      on: z.enum(['phone', 'tablet', 'laptop', 'computer']),
      refused: z.int(),
      waiting: z.int(),
      /** When the oldest of those that wait was made. */
      oldest: z.optional(instant),
    }),
  ),
  missed: z.optional(z.array(z.strictObject({ dutyId: id, step, due: instant }))),
  near: z.optional(z.array(z.strictObject({ dutyId: id, step, due: instant }))),
  /** Not of a job: a webhook, whose id stands in the place of the job's, turned itself off. */
  webhookOff: z.optional(z.strictObject({ why: turnedOff })),
} satisfies Record<Kind | 'webhookOff', z.ZodMiniType>)
export type JobChanges = z.infer<typeof jobChanges>

/** One event's part in it. */
export type Change =
  | { kind: 'visit'; from?: VisitTime; to?: VisitTime; by?: string }
  | { kind: 'no-access' | 'finished'; by?: string }
  | { kind: 'access-given' | 'unfinished' | 'report-settled' }
  | ({ kind: 'report' } & NonNullable<JobChanges['report']>)
  | { kind: 'tenant-asked' | 'tenant-confirmed' | 'tenant-wrote' | 'tenant-photos' | 'visit-changed' }
  | { kind: 'mention'; noteId: string; by?: string }
  | { kind: 'not-mentioned'; noteId: string }
  | { kind: 'to-estimate'; taskId: string; by?: string }
  | { kind: 'not-to-estimate'; taskId: string }
  /** Of all steps without one. */
  | { kind: 'not-near'; dutyId: string; step?: Step }
  | { kind: 'not-sent'; what: EmailFailed['what'] }
  | ({ kind: 'missed' } & NonNullable<JobChanges['missed']>[number])

/** The kind of news that a change is part of, by which people choose how they are told. */
export const kindOf = ({ kind }: Change): Kind => kindsOfChanges[kind]

const kindsOfChanges: Record<Change['kind'], Kind> = {
  visit: 'visit',
  mention: 'mention',
  'not-mentioned': 'mention',
  'no-access': 'noAccess',
  'access-given': 'noAccess',
  finished: 'finished',
  unfinished: 'finished',
  'not-sent': 'notSent',
  report: 'report',
  'report-settled': 'report',
  'to-estimate': 'toEstimate',
  'not-to-estimate': 'toEstimate',
  missed: 'missed',
  'not-near': 'near',
  'tenant-asked': 'tenant',
  'tenant-confirmed': 'tenant',
  'tenant-wrote': 'tenant',
  'tenant-photos': 'tenant',
  'visit-changed': 'tenant',
}

/** More comments, tasks or deadlines of one job are counted no further. */
const mostListed = 50

/** The net effect of changes and one more; undefined if nothing is left to tell. */
export function withChange(changes: JobChanges, change: Change): JobChanges | undefined {
  const all = added(changes, change)
  return Object.values(all).some((one) => one !== undefined) ? all : undefined
}

function added(changes: JobChanges, change: Change): JobChanges {
  switch (change.kind) {
    case 'visit': {
      const from = changes.visit ? changes.visit.from : change.from
      const { to, by } = change
      return { ...changes, visit: sameVisit(from, to) ? undefined : { from, to, by } }
    }
    case 'mention': {
      const { noteId, by } = change
      return { ...changes, mention: { noteIds: [...otherNotes(changes, noteId), noteId].slice(-mostListed), by } }
    }
    case 'not-mentioned': {
      const noteIds = otherNotes(changes, change.noteId)
      return { ...changes, mention: noteIds.length > 0 ? { ...changes.mention, noteIds } : undefined }
    }
    case 'no-access':
      return { ...changes, noAccess: { by: change.by } }
    case 'access-given':
      return { ...changes, noAccess: undefined }
    case 'finished':
      return { ...changes, finished: { by: change.by } }
    case 'unfinished':
      return { ...changes, finished: undefined }
    case 'not-sent':
      return { ...changes, notSent: [...new Set([...(changes.notSent ?? []), change.what])] }
    case 'report':
      return { ...changes, report: { urgency: change.urgency } }
    case 'report-settled':
      return { ...changes, report: undefined }
    case 'tenant-asked':
      return { ...changes, tenant: { ...sentBy(changes), asked: true } }
    case 'tenant-confirmed':
      return { ...changes, tenant: { ...sentBy(changes), confirmed: true } }
    case 'tenant-wrote':
      return { ...changes, tenant: { ...changes.tenant, wrote: true } }
    case 'tenant-photos':
      return { ...changes, tenant: { ...changes.tenant, photos: true } }
    case 'visit-changed':
      return { ...changes, tenant: sentBy(changes) }
    case 'to-estimate': {
      const { taskId, by } = change
      return { ...changes, toEstimate: { taskIds: [...otherTasks(changes, taskId), taskId].slice(-mostListed), by } }
    }
    case 'not-to-estimate': {
      const taskIds = otherTasks(changes, change.taskId)
      return { ...changes, toEstimate: taskIds.length > 0 ? { ...changes.toEstimate, taskIds } : undefined }
    }
    case 'not-near': {
      const { dutyId, step } = change
      const near = changes.near?.filter((one) => one.dutyId !== dutyId || (step !== undefined && one.step !== step))
      return { ...changes, near: near?.length ? near : undefined }
    }
    case 'missed': {
      const { kind: _, ...missed } = change
      const others = (changes.missed ?? []).filter((one) => one.dutyId !== missed.dutyId || one.step !== missed.step)
      return { ...changes, missed: [...others, missed].slice(-mostListed) }
    }
  }
}

/** What the tenant sent, whatever becomes of the visit. */
const sentBy = ({ tenant: { wrote, photos } = {} }: JobChanges): JobChanges['tenant'] =>
  wrote || photos ? { ...(wrote && { wrote }), ...(photos && { photos }) } : undefined

const otherTasks = ({ toEstimate }: JobChanges, taskId: string) =>
  (toEstimate?.taskIds ?? []).filter((one) => one !== taskId)

const otherNotes = ({ mention }: JobChanges, noteId: string) => (mention?.noteIds ?? []).filter((one) => one !== noteId)

/** Whether two visits are at the same time, or both are none. */
export const sameVisit = (one: VisitTime | undefined, other: VisitTime | undefined): boolean =>
  one?.jobStart === other?.jobStart && one?.jobEnd === other?.jobEnd

/** The changes of some kinds; undefined if there are none. */
export function changesOf(changes: JobChanges, isWanted: (kind: Kind) => boolean): JobChanges | undefined {
  const left = kinds.filter((kind) => changes[kind] && isWanted(kind))
  return left.length > 0 ? Object.fromEntries(left.map((kind) => [kind, changes[kind]])) : undefined
}

/** What of the changes a reader of the team may be told; undefined if nothing. */
export const changesForTeam = (changes: JobChanges): JobChanges | undefined =>
  changesOf(changes, (kind) => kindRules[kind].usual.team !== undefined)
