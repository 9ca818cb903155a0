import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { recurringWork } from '#api/due-work/recurring/recurring-work.ts'
import type { TestServer } from './server.ts'

/** Makes the jobs of recurring work that are due at an instant, as several processes would, side by side. */
export async function makeRecurringJobs({ services }: TestServer, at: Date, times = 1): Promise<void> {
  const parts = { ...services, now: () => at }
  const work = recurringWork(services)
  await Promise.all(Array.from({ length: times }, () => doWhatIsDue(work, parts, new AbortController().signal)))
}
