import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let last = 0

const sites = ['Ash Court', 'Beech 100% House', 'Cedar_Lodge', String.raw`Dale \ Mews`, 'Elm Row']

beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
  for (let number = 1; number <= 37; number += 1) {
    const { jobId, taskId, seq } = await createJob(server, olga, {
      apartmentName: sites[number % 5],
      createdAt: `2026-${number % 2 ? '10' : '11'}-${String((number % 28) + 1).padStart(2, '0')}`,
      agency: number % 3 ? 'Homefinders' : '',
      workOrder: `WO-${number}`,
    })
    last = seq
    if (number % 4 === 0) {
      const day = String((number % 28) + 1).padStart(2, '0')
      const booking = { jobBookingId: uuid(), access: '', assignedTo: [] }
      const jobStart = `2026-12-${day}T09:00:00.000Z`
      last = (
        await accepted(server, olga, 'ScheduleJob', {
          jobId,
          ...booking,
          jobStart,
          jobEnd: jobStart.replace('09', '11'),
        })
      ).seq
    }
    if (number % 7 === 0) {
      await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
      last = (await accepted(server, olga, 'ChangeWarning', { jobId, warning: 'free of charge' })).seq
    }
  }
})
afterAll(() => server.close())

const ask = (query: string, { token } = olga) => server.call(`/api/jobs?after=${last}&${query}`, { token })
const page = async (query = '', person = olga): Promise<JobsAnswer> => (await ask(query, person)).json()
const refs = async (query: string) => (await page(query)).jobs.map((one) => Number(one.jobRef))
const from = (first: number, to: number) =>
  Array.from({ length: Math.abs(first - to) + 1 }, (_, index) => first + index * Math.sign(to - first))

test('jobs are listed sixteen to a page, newest number first', async () => {
  const first = await page()
  expect(first).toMatchObject({ totalPages: 3, totalResults: 37 })
  expect(first.seq).toBeGreaterThanOrEqual(last)
  expect(first.jobs.map((one) => Number(one.jobRef))).toEqual(from(37, 22))
  expect(await refs('page=2')).toEqual(from(21, 6))
  expect(await refs('page=3')).toEqual(from(5, 1))
  expect(await refs('direction=asc')).toEqual(from(1, 16))
})

test('a page past the end is empty and keeps the totals', async () => {
  for (const beyond of ['4', '63', '64', '100000', '999999999'])
    expect(await page(`page=${beyond}`)).toMatchObject({ jobs: [], totalPages: 3, totalResults: 37 })
  expect(await page('page=999999999&status=completed')).toMatchObject({ jobs: [], totalPages: 1, totalResults: 5 })
})

test('page zero is the first page; a page that is not a number is refused', async () => {
  expect(await refs('page=0')).toEqual(from(37, 22))
  for (const bad of ['-1', '1e9', 'two', '1.5', '9999999999']) expect((await ask(`page=${bad}`)).status).toBe(400)
})

test('jobs are filtered by status and by warning', async () => {
  expect((await page('status=completed')).totalResults).toBe(5)
  expect(await refs('status=booked')).toEqual([36, 32, 24, 20, 16, 12, 8, 4])
  expect(await refs('warning=free%20of%20charge')).toEqual([35, 28, 21, 14, 7])
  expect((await page('warning=none')).totalResults).toBe(32)
  expect((await page('status=booked&warning=insurance')).jobs).toEqual([])
})

test('a search finds text anywhere in a field, in any case, with no special characters', async () => {
  expect((await page('search=ASH')).totalResults).toBe(7)
  expect((await page('search=%20ash%20')).totalResults).toBe(7)
  expect((await page('search=100%25')).totalResults).toBe(8)
  expect((await page('search=r_l')).totalResults).toBe(8)
  expect((await page('search=%25')).totalResults).toBe(8)
  expect((await page('search=_')).totalResults).toBe(8)
  expect((await page(`search=${encodeURIComponent('\\')}`)).totalResults).toBe(7)
  expect((await page('search=%20%20')).totalResults).toBe(37)
  expect((await page('type=agency&search=homefinders')).totalResults).toBe(25)
  expect(await refs('type=workOrder&search=wo-37')).toEqual([37])
  expect(await refs('type=all&search=o-37')).toEqual([37])
  expect((await page('search=homefinders')).totalResults).toBe(0)
})

test('jobs sort by site, date and visit, with unbooked jobs last either way', async () => {
  const all = async (query: string) => {
    const pages = await Promise.all([1, 2, 3].map((one) => page(`${query}&page=${one}`)))
    return pages.flatMap((one) => one.jobs)
  }
  for (const direction of ['asc', 'desc'] as const) {
    const sign = direction === 'asc' ? 1 : -1
    const sorted = <T extends string>(values: T[]) => values.toSorted((a, b) => (a < b ? -sign : a > b ? sign : 0))
    const bySite = (await all(`sort=apartmentName&direction=${direction}`)).map((one) => one.apartmentName)
    expect(bySite).toHaveLength(37)
    const byDate = (await all(`sort=createdAt&direction=${direction}`)).map((one) => one.createdAt)
    expect(byDate).toEqual(sorted(byDate))
    const byVisit = (await all(`sort=jobStart&direction=${direction}`)).map((one) => one.jobStart)
    const visits = byVisit.slice(0, 9).flatMap((one) => one ?? [])
    expect(visits).toEqual(sorted(visits))
    expect(visits).toHaveLength(9)
    expect(byVisit.slice(9).every((one) => one === undefined)).toBe(true)
  }
})

test('the team sees the list without office facts, and cannot filter by them', async () => {
  const { jobs } = await page('type=all&search=ash', tom)
  expect(jobs).toHaveLength(7)
  expect(jobs.every((one) => one.office === undefined)).toBe(true)
  expect((await page('type=all&search=homefinders', tom)).totalResults).toBe(0)
  expect((await page('type=all&search=WO-1', tom)).totalResults).toBe(0)
  for (const type of ['agency', 'workOrder']) {
    expect((await ask(`type=${type}&search=x`, tom)).status).toBe(403)
    expect((await ask(`type=${type}`, tom)).status).toBe(403)
  }
})

test('an invalid query is refused, with its field', async () => {
  for (const [query, field] of [
    ['status=open', 'status'],
    ['sort=agency', 'sort'],
    ['direction=up', 'direction'],
    ['colour=red', 'colour'],
    ['page=1&page=2', 'page'],
    ['search=%00', 'search'],
    ['search[a]=b', 'search[a]'],
  ]) {
    const answer = await ask(query ?? '')
    expect([query, answer.status]).toEqual([query, 400])
    expect(await answer.json()).toMatchObject({ field })
  }
})
