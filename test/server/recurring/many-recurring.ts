import { v7 as uuid } from 'uuid'
import { weekdays } from '#core/recurring/rule.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, command, sendCommands } from '#test/server/commands.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

const today = new Date().toISOString().slice(0, 10)
/** As many commands as one request takes. */
const atOnce = 100

/** Recurring work with this title on every weekday from so many days ahead. */
export const workAhead = (siteId: string, title: string, days: number) => ({
  ...{ recurringId: uuid(), siteId, title, holidays: 'keep the date', leadDays: 0, tasks: [{ description: title }] },
  rule: { repeats: 'weekly', every: 1, on: [...weekdays], first: addDays(today, days) },
})

/** Sets up so many pieces of recurring work at a site, 'Work 0001' first, each a day later than the one before, and waits until they are listed. */
export async function setUpMany(server: TestServer, who: SignedInTest, count: number, siteName = 'Ashdown House') {
  const siteId = uuid()
  await accepted(server, who, 'AddSite', { siteId, name: siteName })
  const works = Array.from({ length: count }, (_, nth) =>
    workAhead(siteId, `Work ${String(nth + 1).padStart(4, '0')}`, nth + 1),
  )
  let seq = 0
  for (let from = 0; from < count; from += atOnce) {
    const commands = works.slice(from, from + atOnce).map((data) => command('SetUpRecurringWork', data))
    const outcomes = await sendCommands(server, who, ...commands)
    const refused = outcomes.find((one) => one.status !== 'accepted')
    if (refused) throw new Error(`Recurring work was not set up: ${refused.error}`)
    seq = outcomes.at(-1)?.seq ?? seq
  }
  await server.call(`${paths.recurringWork}?after=${seq}`, { token: who.token })
  return { siteId, works }
}
