import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErasableAnswer } from '#core/wire/erasure.ts'
import type { CompanyHistoryAnswer, JobHistoryAnswer } from '#core/wire/history.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { appendUnchecked } from '#test/faults/newer-release.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { readPdfAnswer } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let tom: SignedInTest
let jobId: string
/** The versions of the damaged events, and that of the last event of all. */
const damaged: number[] = []
let last = 0

/** What damaged data look like: nothing, another kind of value, or an object without what its type needs. */
const damage = [
  { type: 'TaskPriced', data: { taskId: 5 } },
  { type: 'NoteAdded', data: null },
  { type: 'ImageAdded', data: [] },
  { type: 'ImageAdded', data: null },
  { type: 'TimeCorrected', data: null },
  { type: 'NoteDeleted', data: 'text' },
  { type: 'JobSiteChanged', data: { apartmentName: null } },
]

beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  jobId = (await createJob(server, dana, { apartmentName: '14 Marlowe Court' })).jobId
  await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Before it' })
  // The API refuses changes to a damaged job, so the events after the damage are appended as another release might append them.
  const append = async (type: string, data: unknown) =>
    (await appendUnchecked(server, dana, { stream: 'job', streamId: jobId, type, data })).version
  for (const { type, data } of damage) {
    damaged.push(await append(type, data))
    last = await append('NoteAdded', { noteId: uuid(), note: `After the ${type}` })
  }
})
afterAll(() => server.close())

const call = (path: string, { token } = dana) => server.call(path, { token })
async function get<Answer>(path: string, person = dana): Promise<Answer> {
  const answer = await call(path, person)
  expect(answer.status, `${path} ${await answer.clone().text()}`).toBe(200)
  return answer.json()
}
const unreadableIn = (entries: readonly { version: number; unreadable?: string | undefined }[]) =>
  entries.flatMap(({ version, unreadable }) => (unreadable === undefined ? [] : [version]))
const downFrom = (version: number) => Array.from({ length: version }, (_, nth) => version - nth)

describe('damaged data on older pages', () => {
  test.each([2, 3, 5])('of a job’s history break no page of %i events, for the office or the team', async (limit) => {
    for (const person of [dana, tom]) {
      const pages: JobHistoryAnswer[] = []
      for (let next: number | undefined; ; ) {
        const query = next === undefined ? '' : `&before=${next}`
        const page = await get<JobHistoryAnswer>(
          `${pathTo(paths.jobHistory, { jobId })}?limit=${limit}${query}`,
          person,
        )
        pages.push(page)
        next = page.next
        if (next === undefined) break
      }
      expect(pages.length).toBeGreaterThan(2)
      const entries = pages.flatMap((page) => page.entries)
      const seen = person === dana ? downFrom(last) : entries.map(({ version }) => version)
      expect(entries.map(({ version }) => version)).toEqual(seen)
      expect(unreadableIn(entries)).toEqual(damaged.filter((one) => seen.includes(one)).toReversed())
      // No page gives an event to fold that comes after damage that it shows itself.
      for (const { events, unreadableFrom = Number.POSITIVE_INFINITY } of pages)
        for (const { version } of events) expect(version).toBeLessThan(unreadableFrom)
      expect(Math.min(...pages.flatMap(({ unreadableFrom }) => unreadableFrom ?? []))).toBe(
        Math.min(...seen.filter(isDamaged)),
      )
    }
  })

  test('of a job’s history are shown where a page ends with them', async () => {
    for (const version of damaged) {
      const { entries } = await get<JobHistoryAnswer>(`${pathTo(paths.jobHistory, { jobId })}?limit=3&until=${version}`)
      expect(entries[0]).toMatchObject({ version, changes: [], unreadable: expect.stringContaining('not written by') })
    }
  })

  test('break no question for what can be erased', async () => {
    const { entries } = await get<JobHistoryAnswer>(`${pathTo(paths.jobHistory, { jobId })}?limit=100`)
    expect(unreadableIn(entries)).toHaveLength(damaged.length)
    for (const { seq, unreadable } of entries) {
      const { texts } = await get<ErasableAnswer>(`${paths.erasures}?seq=${seq}`)
      expect(texts.every((text) => text.seq !== seq || unreadable === undefined)).toBe(true)
    }
  })

  test('of the company’s history break neither its pages, nor a search, nor one event, nor the exports', async () => {
    const entries: CompanyHistoryAnswer['entries'] = []
    for (let before: number | undefined; ; ) {
      const page: CompanyHistoryAnswer = await get(`${paths.history}${before === undefined ? '' : `?before=${before}`}`)
      entries.push(...page.entries)
      before = page.next
      if (before === undefined) break
    }
    const ofJob = entries.filter(({ streamId }) => streamId === jobId)
    expect(ofJob.map(({ version }) => version)).toEqual(downFrom(last))
    expect(unreadableIn(ofJob)).toEqual(damaged.toReversed())
    for (const { seq } of ofJob) await get(pathTo(paths.historyEvent, { seq: String(seq) }))
    expect((await get<CompanyHistoryAnswer>(`${paths.history}?search=Before it`)).entries).toHaveLength(1)
    for (const format of ['csv', 'json']) {
      const text = await (await call(`${paths.exportHistory}?format=${format}`)).text()
      for (const words of ['Before it', ...damage.map(({ type }) => `After the ${type}`)]) expect(text).toContain(words)
    }
  })

  test('leave the job as it was before the first of them, at any later moment, and the answer says so', async () => {
    const at = (version: number, person = dana) =>
      get<JobAnswer>(`${pathTo(paths.job, { jobId })}?version=${version}`, person)
    const [first = 0] = damaged
    expect((await at(first - 1)).unreadableFrom).toBeUndefined()
    for (const version of [first, first + 1, last])
      for (const person of [dana, tom]) {
        const { job, unreadableFrom } = await at(version, person)
        expect(job.extraNotes.map(({ note }) => note)).toEqual(['Before it'])
        expect(unreadableFrom).toBe(first)
      }
  })

  test.each(['?notes=yes', '', '?from=2026-01-01&to=2099-12-31&notes=no'])(
    'are gaps in the evidence, which shows the rest (%s)',
    async (query) => {
      for (const person of [dana, tom]) {
        const { text } = await readPdfAnswer(await call(`${pathTo(paths.jobEvidence, { jobId })}${query}`, person))
        expect(text.replaceAll(/\s+/g, ' ')).toContain('This history has a gap')
        expect(text.includes('After the JobSiteChanged')).toBe(query === '?notes=yes')
      }
    },
  )
})

const isDamaged = (version: number) => damaged.includes(version)
