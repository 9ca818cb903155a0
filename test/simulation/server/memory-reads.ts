import { HttpFailure, notFound } from '#api/http/errors.ts'
import type { Job } from '#core/job/job.ts'
import { audienceOf, visible } from '#core/model/access.ts'
import type { Part } from '#core/part/part.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { ProjectionName } from '#core/projections/projections.ts'
import { emptyList } from '#core/todo/todo.ts'
import { paths } from '#core/wire/paths.ts'
import type { Rights } from './accounts.ts'
import type { CompanyLog } from './memory-log.ts'
import type { MemoryRows } from './memory-rows.ts'

type Read = (rights: Rights, query: URLSearchParams, id: string) => object

/** The reads of the screens that are simulated: rows of the projections, as the reader may see them. */
export function memoryReads(log: CompanyLog, rows: MemoryRows) {
  const all = <Row extends object>(name: ProjectionName, isRow: (row: object) => row is Row, { role }: Rights): Row[] =>
    [...rows.rowsOf(name).values()].filter(isRow).map((row) => visible(audienceOf(role), row))
  const paged = (count: number) => ({ totalPages: 1, totalResults: count })

  const reads: Record<string, { names: readonly ProjectionName[]; read: Read }> = {
    [paths.ledger]: { names: [], read: () => ({ epoch: 1, seq: log.events().length, hash: '' }) },
    [paths.jobs]: {
      names: ['job-rows'],
      read: (rights) => {
        const jobs = all('job-rows', isJobRow, rights).sort((one, other) => (one.jobRef < other.jobRef ? 1 : -1))
        return { jobs, ...paged(jobs.length), seq: rows.seqOf('job-rows') }
      },
    },
    [paths.job]: {
      names: ['job'],
      read: (rights, _, jobId) => {
        const job = all('job', isJob, rights).find((one) => one.jobId === jobId)
        if (!job) throw notFound('Job not found.', 'job-not-found')
        return { job, people: {}, urls: {}, seq: rows.seqOf('job') }
      },
    },
    [paths.calendar]: {
      names: ['calendar'],
      read: (rights, query) => {
        const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
        const bookings = all('calendar', isBooking, rights).filter(
          ({ jobStart = '', jobEnd = '' }) => jobStart && jobStart < to && jobEnd > from,
        )
        return { bookings, people: {}, seq: rows.seqOf('calendar') }
      },
    },
    [paths.parts]: {
      names: ['part-rows'],
      read: (rights) => {
        const parts = all('part-rows', isPart, rights)
        const counts = { all: parts.length, late: 0, waiting: 0, mine: 0 }
        return { parts, people: {}, jobs: {}, counts, ...paged(parts.length), seq: rows.seqOf('part-rows') }
      },
    },
    [paths.todos]: {
      names: ['todo'],
      read: ({ userId }) => ({
        list: rows.rowsOf('todo').get(userId) ?? emptyList(userId, log.now().toISOString()),
        jobs: {},
        seq: rows.seqOf('todo'),
      }),
    },
  }
  return async (path: string, rights: Rights): Promise<object> => {
    const url = new URL(path, 'http://fettle.test')
    const id = /^\/api\/jobs\/([^/]+)$/.exec(url.pathname)?.[1]
    const found = reads[id ? paths.job : url.pathname]
    if (!found) throw new HttpFailure(404, { error: 'Not found.', code: 'not-found' })
    await rows.reached(found.names, Number(url.searchParams.get('after') ?? 0))
    return found.read(rights, url.searchParams, id ?? '')
  }
}

const isJob = (row: object): row is Job => 'jobDescriptions' in row
const isJobRow = (row: object): row is JobRow => 'readyTasks' in row
const isBooking = (row: object): row is CalendarRow => 'jobRef' in row
const isPart = (row: object): row is Part => 'partId' in row
