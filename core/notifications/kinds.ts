import * as z from 'zod/mini'

/** What people may be told of a job, the most pressing first. */
export const kinds = [
  'missed',
  'near',
  'noAccess',
  'visit',
  'dayAhead',
  'mention',
  'report',
  'tenant',
  'notSent',
  'stuck',
  'finished',
  'toEstimate',
] as const
export type Kind = (typeof kinds)[number]

/** By which ways: the bell in Fettle, a message on the lock screen, and the daily email. */
export const ways = ['app', 'push', 'email'] as const
export type Way = (typeof ways)[number]
export const wayNames: Record<Way, string> = { app: 'In Fettle', push: 'Push', email: 'Daily email' }

export const audiences = ['office', 'team'] as const
export type ToldAudience = (typeof audiences)[number]

type KindRule = {
  name: string
  /** Where the settings list it. */
  group: 'Deadlines' | 'Visits' | 'Jobs'
  /** Who may hear of it at all, and by which ways unless somebody chooses others. */
  usual: Partial<Record<ToldAudience, readonly Way[]>>
  /** The ways that nobody can turn off. */
  always?: readonly Way[]
}

/** Everybody hears in Fettle and by push of what cannot wait; nobody gets a daily email without asking for it. */
export const kindRules: Record<Kind, KindRule> = {
  missed: {
    name: 'A deadline is late',
    group: 'Deadlines',
    usual: { office: ['app', 'push'] },
    always: ['app'],
  },
  near: { name: 'A deadline is near', group: 'Deadlines', usual: { office: ['app', 'push'] } },
  mention: {
    name: 'Someone mentions you in a comment',
    group: 'Jobs',
    usual: { office: ['app', 'push'], team: ['app', 'push'] },
  },
  noAccess: { name: 'No access', group: 'Visits', usual: { office: ['app', 'push'] } },
  visit: {
    name: 'Your visit is booked, moved or cancelled',
    group: 'Visits',
    usual: { office: ['app', 'push'], team: ['app', 'push'] },
  },
  dayAhead: {
    name: 'At 17:00: your visits for the next day',
    group: 'Visits',
    usual: { office: ['app', 'push'], team: ['app', 'push'] },
  },
  report: { name: 'A repair is reported', group: 'Jobs', usual: { office: ['app', 'push'] } },
  tenant: {
    name: 'A tenant replies, asks for another time or sends a message',
    group: 'Visits',
    usual: { office: ['app'] },
  },
  notSent: { name: 'An email could not be sent', group: 'Jobs', usual: { office: ['app', 'push'] } },
  stuck: { name: 'A device has refused or unsent changes', group: 'Jobs', usual: { office: ['app'] } },
  finished: { name: 'A job is finished', group: 'Jobs', usual: { office: ['app'] } },
  toEstimate: { name: 'A task needs an estimate', group: 'Jobs', usual: { office: ['app'] } },
}

/** The kinds that somebody of the office or the team may hear of. */
export const kindsFor = (audience: ToldAudience): Kind[] => kinds.filter((kind) => kindRules[kind].usual[audience])

export const kind = z.enum(kinds)
/** Some of the ways, each once. */
export const someWays = z
  .array(z.enum(ways))
  .check(z.refine((given) => new Set(given).size === given.length, 'A way is named twice.'))
const chosen = z.optional(someWays)

/** The ways that somebody chose for some of the kinds. */
export const choices = z.strictObject({
  missed: chosen,
  near: chosen,
  mention: chosen,
  noAccess: chosen,
  visit: chosen,
  report: chosen,
  dayAhead: chosen,
  tenant: chosen,
  notSent: chosen,
  stuck: chosen,
  finished: chosen,
  toEstimate: chosen,
} satisfies Record<Kind, typeof chosen>)
export type Choices = z.infer<typeof choices>

/** The chosen ways in the order of the list, with those that cannot be turned off. */
export const tidyWays = (kind: Kind, given: readonly Way[]): Way[] =>
  ways.filter((way) => given.includes(way) || kindRules[kind].always?.includes(way))
