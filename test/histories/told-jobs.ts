import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Event } from '#core/ledger/ledger.ts'
import type { Stream } from '#core/model/messages.ts'
import { append } from '#ledger/log/append.ts'
import { dana, type Person, tom } from '#test/core/given-when-then.ts'
import { booking, jobCreated, warned } from '#test/core/job-events.ts'
import { sampleAppend } from './sample-appends.ts'

/** That a person is told of a job. */
export type Told = { userId: string; jobId: string }

/** Who was not told once of what concerns them, or was told of something else. */
export function notToldOnce(wanted: readonly Told[], told: readonly Told[]): string[] {
  const placeOf = ({ userId, jobId }: Told) => `${userId} of job ${jobId}`
  const times = new Map(wanted.map((one) => [placeOf(one), 0]))
  for (const place of told.map(placeOf)) times.set(place, (times.get(place) ?? 100) + 1)
  return [...times].filter(([_, often]) => often !== 1).map(([place, often]) => `${place} is told ${often} times`)
}

const day = 86_400_000
/** Fewer than are kept for a person, so that none goes. */
const jobsOfCompany = 60
const eventsOfJob = 3

/** An event of a new or known stream of a company, by one of its people. */
export async function appendOne(
  pool: pg.Pool,
  companyId: string,
  event: Event,
  { by = dana, stream = 'job', streamId = uuid(), version = 0 }: AppendedAs = {},
): Promise<string> {
  const { outcome } = await append(
    pool,
    sampleAppend({
      companyId,
      stream,
      streamId,
      expectedVersion: version,
      actorId: by.userId,
      actorRole: by.role,
      events: [event],
    }),
  )
  if (outcome !== 'appended') throw new Error(`The event was not appended: ${outcome}`)
  return streamId
}
type AppendedAs = { by?: Person; stream?: Stream; streamId?: string; version?: number }

/** A company in which Dana is the owner and Tom in the team. */
export async function appendCompany(pool: pg.Pool): Promise<string> {
  const companyId = uuid()
  for (const [{ userId }, userRole] of [
    [dana, 'owner'],
    [tom, 'team'],
  ] as const)
    await appendOne(
      pool,
      companyId,
      { type: 'MemberJoined', data: { userRole } },
      { stream: 'member', streamId: userId },
    )
  return companyId
}

/** A visit of Tom's tomorrow. */
export function visitOfTom(): Event {
  const [jobStart, jobEnd] = [1, 1.1].map((days) => new Date(Date.now() + days * day).toISOString())
  return {
    type: 'JobScheduled',
    data: { ...booking, jobStart: jobStart ?? '', jobEnd: jobEnd ?? '', assignedTo: [tom.userId] },
  }
}

/**
 * Appends jobs of a few companies, each of which tells Tom of a visit and Dana of no access, until there are so many events. Yields whom
 * each job tells.
 */
export async function* appendJobs(
  pool: pg.Pool,
  events: number,
  onCompany: (companyId: string) => Promise<void> = async () => undefined,
): AsyncGenerator<Told[]> {
  let companyId = ''
  for (let jobs = 0; jobs * eventsOfJob < events; jobs += 1) {
    if (jobs % jobsOfCompany === 0) {
      companyId = await appendCompany(pool)
      await onCompany(companyId)
    }
    const jobId = await appendOne(pool, companyId, jobCreated)
    await appendOne(pool, companyId, visitOfTom(), { streamId: jobId, version: 1 })
    await appendOne(pool, companyId, warned('', 'no access'), { by: tom, streamId: jobId, version: 2 })
    yield [tom, dana].map(({ userId }) => ({ userId, jobId }))
  }
}
