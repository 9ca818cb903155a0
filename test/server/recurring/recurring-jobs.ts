import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { recurringWork } from '#api/due-work/recurring/recurring-work.ts'
import type { TestServer } from '#test/server/server.ts'
import { untilProjected } from '#test/server/until-projected.ts'

/**
 * Makes the jobs of recurring work that are due at an instant, as several processes would, side by side. It waits for the projections
 * first: what is not in the rows yet is found due at a later look only.
 */
export async function makeRecurringJobs(server: TestServer, at: Date, times = 1): Promise<void> {
  await untilProjected(server)
  const { services } = server
  const parts = { ...services, now: () => at }
  const work = recurringWork(services)
  await Promise.all(Array.from({ length: times }, () => doWhatIsDue(work, parts, new AbortController().signal)))
}
