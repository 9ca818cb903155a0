import { v5 as idFrom, v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, instantAt } from '#core/time/wall-clock.ts'
import type { CompanyHistoryAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, sendCommands } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { draftImport } from '#test/server/import-files.ts'
import { makeRecurringJobs } from '#test/server/recurring/recurring-jobs.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const read = async (query: string): Promise<CompanyHistoryAnswer['entries']> =>
  (await (await server.call(`${paths.history}?${query}`, { token: olga.token })).json()).entries

test('a job that recurring work made is not called imported, nor is what somebody does with it', async () => {
  const [siteId, recurringId] = [uuid(), uuid()]
  await accepted(server, olga, 'AddSite', { siteId, name: 'Ashdown House' })
  const first = addDays(new Date().toISOString().slice(0, 10), 7)
  const rule = {
    repeats: 'yearly',
    every: 1,
    on: [{ month: Number(first.slice(5, 7)), day: Number(first.slice(8)) }],
    first,
  }
  const form = { title: 'Gutters', siteId, rule, holidays: 'keep the date', leadDays: 14 }
  const tasks = [{ description: 'Clear the gutters', price: 16_000 }]
  await accepted(server, olga, 'SetUpRecurringWork', { recurringId, ...form, tasks })
  await makeRecurringJobs(
    server,
    new Date(instantAt({ day: addDays(first, -2), time: '12:00' }, 'Europe/London') ?? ''),
  )
  const made = () => read('search=Ashdown+House')
  await expect.poll(async () => (await made()).map(({ type }) => type)).toContain('JobCreated')
  const { streamId: jobId = '' } = (await made()).find(({ type }) => type === 'JobCreated') ?? {}
  // As a program with an Idempotency-Key gives it.
  const note = {
    ...command('AddNote', { jobId, noteId: uuid(), note: 'Ladder needed' }),
    commandId: idFrom('7', jobId),
  }
  await sendCommands(server, olga, note)
  await expect.poll(async () => (await made()).map(({ type }) => type)).toContain('NoteAdded')
  const ofJob = (await made()).filter((one) => one.streamId === jobId)
  expect(ofJob.length).toBeGreaterThan(2)
  expect(ofJob.filter((one) => one.importedFrom !== undefined)).toEqual([])
})

test('what was imported still is once its file is forgotten', async () => {
  const { importId } = await draftImport(server, olga, 'Address,Work Order,Task\n1 Import Row,WO-77,Mend the tap\n')
  await server.call(pathTo(paths.startImport, { importId }), { token: olga.token, method: 'POST' })
  const imported = () => read('search=1+Import+Row')
  await expect.poll(async () => (await imported())[0]).toMatchObject({ importedFrom: 'orders.csv' })
  await withSuperuser(server.database.url, (client) => client.query('delete from import_run'))
  expect((await imported())[0]).toMatchObject({ importedFrom: '' })
})
