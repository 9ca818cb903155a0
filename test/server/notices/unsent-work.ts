import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { unsentWork } from '#api/due-work/unsent-work.ts'
import type { TestServer } from '#test/server/server.ts'

/** Has some processes look for unsent work that is due, so many minutes from now. */
export const lookForUnsentWork = ({ services }: TestServer, minutes: number, processes = 1) =>
  Promise.all(
    Array.from({ length: processes }, () => {
      const now = () => new Date(Date.now() + minutes * 60_000)
      return doWhatIsDue(unsentWork(services), { ...services, now }, new AbortController().signal)
    }),
  )
