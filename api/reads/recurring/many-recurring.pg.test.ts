import { parse } from 'csv-parse/sync'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/time/wall-clock.ts'
import { type MonthsAheadAnswer, type RecurringAnswer, recurringAnswer } from '#core/wire/jobs/recurring.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, jobNow } from '#test/server/commands.ts'
import { setUpMany, workAhead } from '#test/server/recurring/many-recurring.ts'
import { makeRecurringJobs } from '#test/server/recurring/recurring-jobs.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let made: Awaited<ReturnType<typeof setUpMany>>
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  made = await setUpMany(server, olga, 620)
})
afterAll(() => server?.close())

const today = new Date().toISOString().slice(0, 10)
const read = async (query: string, who = olga): Promise<RecurringAnswer> =>
  recurringAnswer.parse(await (await server.call(`${paths.recurringWork}?${query}`, { token: who.token })).json())
const titlesOf = ({ work }: RecurringAnswer) => work.map((one) => one.title)

async function allPages(query: string, who = olga) {
  const pages = [await read(query, who)]
  for (let page = pages[0]; page?.next && pages.length < 20; page = pages.at(-1))
    pages.push(await read(`${query}&from=${encodeURIComponent(page.next)}`, who))
  return pages
}

test('an older caller gets the first page by title as before; the pages together have all of the work, each once', async () => {
  const titles = made.works.map((one) => one.title)
  const first = await read('')
  expect(titlesOf(first)).toEqual(titles.slice(0, 500))
  expect(first.next).toBeDefined()
  expect(first).not.toHaveProperty('counts')
  const pages = await allPages('most=100')
  expect(pages.map((page) => page.work.length)).toEqual([100, 100, 100, 100, 100, 100, 20])
  expect(pages.flatMap(titlesOf)).toEqual(titles)
  const byDay = await allPages('order=next&most=250')
  expect(byDay.flatMap(titlesOf)).toEqual(titles)
  for (const query of ['most=0', 'most=501', 'from=x', 'from=2026-01-01', 'order=site', 'filter=all', 'search=%00'])
    expect((await server.call(`${paths.recurringWork}?${query}`, { token: olga.token })).status, query).toBe(400)
})

test('search, filters and counts are over all of the work', async () => {
  expect(titlesOf(await read('search=work+0613'))).toEqual(['Work 0613'])
  expect(titlesOf(await read('search=%20061%20'))).toEqual(
    made.works.map((one) => one.title).filter((one) => one.includes('061')),
  )
  const found = await allPages('search=ashdown+HOUSE&most=300')
  expect(found.map((page) => page.work.length)).toEqual([300, 300, 20])
  expect(titlesOf(await read('search=50%25'))).toEqual([])
  const paused = made.works[601]
  const { seq } = await accepted(server, olga, 'PauseRecurringWork', { recurringId: paused?.recurringId })
  const { work, counts } = await read(`filter=paused&counts=yes&after=${seq}`)
  expect(work.map((one) => one.title)).toEqual(['Work 0602'])
  expect(counts).toEqual({ all: 620, soon: 30, paused: 1 })
  expect((await read('filter=soon')).work).toHaveLength(30)
  // What has no date to come stands last.
  expect((await allPages('order=next')).flatMap(titlesOf).at(-1)).toBe('Work 0602')
  await accepted(server, olga, 'ResumeRecurringWork', { recurringId: paused?.recurringId })
})

test('a site’s own work is read by its site, under the name it has now and with what was merged into it', async () => {
  const [own, other] = [uuid(), uuid()]
  await accepted(server, olga, 'AddSite', { siteId: own, name: 'Zeta Court' })
  await accepted(server, olga, 'AddSite', { siteId: other, name: 'Zeta Crt' })
  await accepted(server, olga, 'SetUpRecurringWork', workAhead(own, 'Zinc roof', 3))
  await accepted(server, olga, 'SetUpRecurringWork', workAhead(other, 'Zip wires', 2))
  await accepted(server, olga, 'MergeSite', { siteId: other, into: own })
  const { seq } = await accepted(server, olga, 'EditSite', { siteId: own, name: 'Zebra Court' })
  expect(titlesOf(await read(`siteId=${own}&after=${seq}`))).toEqual(['Zinc roof', 'Zip wires'])
  expect(titlesOf(await read(`siteId=${own}&order=next`))).toEqual(['Zip wires', 'Zinc roof'])
  expect(titlesOf(await read(`siteId=${other}`))).toEqual(['Zip wires'])
  const found = await read('search=zebra')
  expect(found.work.map((one) => [one.title, one.site])).toEqual([
    ['Zinc roof', 'Zebra Court'],
    ['Zip wires', 'Zebra Court'],
  ])
  expect(titlesOf(await read('search=roof+zebra'))).toEqual(['Zinc roof'])
  expect(titlesOf(await read('search=zeta'))).toEqual([])
  expect(await allPages(`siteId=${made.siteId}&most=400`)).toMatchObject([{ next: expect.any(String) }, {}])
  expect((await read('', await server.registerCompany())).work).toEqual([])
})

test('the file has all of it, and the months ahead count all of it', async () => {
  const csv = await (await server.call(paths.exportRecurring, { token: olga.token })).text()
  const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true })
  expect(rows.map((row) => row.Work)).toEqual([...made.works.map((one) => one.title), 'Zinc roof', 'Zip wires'])

  const eve = await server.registerCompany()
  await setUpMany(server, eve, 501)
  const months = async (): Promise<MonthsAheadAnswer> =>
    (await server.call(paths.recurringMonths, { token: eve.token })).json()
  const jobsIn = ({ months: all }: MonthsAheadAnswer) => all.reduce((sum, one) => sum + one.jobs, 0)
  const before = jobsIn(await months())
  const siteId = uuid()
  await accepted(server, eve, 'AddSite', { siteId, name: 'Last Lane' })
  const last = workAhead(siteId, 'Zoo', 0)
  const only = { ...last, rule: { ...last.rule, first: addDays(today, 1), last: addDays(today, 1) } }
  const { seq } = await accepted(server, eve, 'SetUpRecurringWork', only)
  await read(`after=${seq}`, eve)
  expect(jobsIn(await months())).toBe(before + 1)
})

test('a job that is made and not done is the next day of its work; once it is done, the date after it is', async () => {
  const eve = await server.registerCompany()
  const { works } = await setUpMany(server, eve, 3)
  const [first] = works
  await makeRecurringJobs(server, new Date(`${addDays(today, 1)}T12:00:00Z`), 2)
  const { seq } = await accepted(server, eve, 'AddSite', { siteId: uuid(), name: 'Wait' })
  const made = await read(`order=next&most=1&after=${seq}`, eve)
  expect(made).toMatchObject({ work: [{ title: 'Work 0001', madeAhead: [{ on: addDays(today, 1) }] }] })
  expect(made.next?.slice(0, 10)).toBe(addDays(today, 1))
  // Once it is done, the work is on the day after, as the second is.
  const job = await jobNow(server, eve, made.work[0]?.madeAhead[0]?.jobId ?? '')
  const taskId = job.jobDescriptions[0]?.taskId
  const done = await accepted(server, eve, 'CycleTask', { jobId: job.jobId, taskId, from: 'not completed' })
  const after = await read(`order=next&most=1&after=${done.seq}`, eve)
  expect(titlesOf(after)).toEqual([first?.title])
  expect(after.next?.slice(0, 10)).toBe(addDays(today, 2))
})
