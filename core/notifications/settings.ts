import * as z from 'zod/mini'
import {
  type Choices,
  choices,
  type Kind,
  kindRules,
  kindsFor,
  type ToldAudience,
  tidyWays,
  type Way,
} from './kinds.ts'

/** A time of the day, 'HH:mm'. */
export const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Push waits from one time of the day to another, mostly over midnight. */
export const quietHours = z.strictObject({ from: timeOfDay, to: timeOfDay })
export type QuietHours = z.infer<typeof quietHours>
export const quietChoice = z.union([quietHours, z.literal('off')])
export type QuietChoice = z.infer<typeof quietChoice>

/** When the daily email comes. */
export const dailyEmail = z.strictObject({ at: timeOfDay, days: z.enum(['every day', 'weekdays']) })
export type DailyEmail = z.infer<typeof dailyEmail>
/** `off`: none comes, whatever is chosen for it. */
export const emailChoice = z.union([dailyEmail, z.literal('off')])
export type EmailChoice = z.infer<typeof emailChoice>

/** What a company set for everybody; what is missing is as Fettle has it. */
export const companyNotices = z.strictObject({
  office: z.optional(choices),
  team: z.optional(choices),
  quiet: z.optional(quietChoice),
})
export type CompanyNotices = z.infer<typeof companyNotices>

/** What a person set for themselves; what is missing is as the company has it. */
export const ownNotices = z.strictObject({
  choices: z.optional(choices),
  quiet: z.optional(quietChoice),
  email: z.optional(emailChoice),
  /** Whether the lock screen may show the name of the site. */
  showSite: z.optional(z.boolean()),
})
export type OwnNotices = z.infer<typeof ownNotices>

/** How somebody is told. */
export type Notices = {
  /** Of kinds that are missing they hear nothing. */
  ways: Partial<Record<Kind, readonly Way[]>>
  quiet: QuietChoice
  email: EmailChoice
  showSite: boolean
}

/** The night. */
export const usualQuiet: QuietHours = { from: '19:00', to: '07:00' }
export const usualEmail: DailyEmail = { at: '07:00', days: 'weekdays' }

/** How somebody is told: as they chose, else as their company did, else as is usual. */
export const noticesFor = (audience: ToldAudience, company: CompanyNotices = {}, own: OwnNotices = {}): Notices => ({
  ways: Object.fromEntries(
    kindsFor(audience).map((kind) => [
      kind,
      tidyWays(kind, own.choices?.[kind] ?? company[audience]?.[kind] ?? kindRules[kind].usual[audience] ?? []),
    ]),
  ),
  quiet: own.quiet ?? company.quiet ?? usualQuiet,
  email: own.email ?? usualEmail,
  showSite: own.showSite ?? false,
})

/** A person's settings after they changed some. */
export const changedNotices = (now: OwnNotices, { choices, ...change }: OwnNotices): OwnNotices => ({
  ...now,
  ...change,
  ...(choices ? { choices: { ...now.choices, ...tidied(choices) } } : {}),
})

const tidied = (given: Choices): Choices =>
  Object.fromEntries(
    kindsFor('office').flatMap((kind) => {
      const chosen = given[kind]
      return chosen ? [[kind, tidyWays(kind, chosen)]] : []
    }),
  )

/** How somebody is told who can be reached by these ways alone. */
export const withWays = (notices: Notices, reached: readonly Way[]): Notices => ({
  ...notices,
  ways: Object.fromEntries(
    Object.entries(notices.ways).map(([kind, chosen]) => [kind, chosen.filter((way) => reached.includes(way))]),
  ),
})
