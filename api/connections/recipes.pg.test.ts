import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '#core/api-keys/scopes.ts'
import type { EventsAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

/** The guide's recipes by their headings: the lines for a shell, as a reader would copy them. */
const guide = await readFile(new URL('../../docs/guide/connections.md', import.meta.url), 'utf8')
const recipeOf = (heading: string): string[] => {
  const [, text = ''] = guide.split(`### ${heading}\n`)
  return [...(text.split('\n### ')[0] ?? '').matchAll(/```sh\n([^`]*)```/g)].map((one) => one[1] ?? '')
}

let server: TestServer
let olga: SignedInTest
let folder: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  folder = await mkdtemp(join(tmpdir(), 'fettle-recipes-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.close()
})

const run = async (lines: string | undefined, scopes: Scope[], more: Record<string, string> = {}) => {
  const { token } = await makeKey(server, olga, { name: 'Recipe', scopes })
  const set = Object.entries({ FETTLE: server.url, KEY: token, ...more }).map(([name, value]) => `${name}='${value}'\n`)
  const { stdout } = await promisify(execFile)('sh', ['-ec', set.join('') + (lines ?? 'exit 9')], { cwd: folder })
  return stdout
}
const fileOf = (name: string) => readFile(join(folder, name), 'utf8')
const rowsOf = async (name: string): Promise<Record<string, string>[]> =>
  parse(await fileOf(name), { bom: true, columns: true })
const today = () => new Date().toISOString().slice(0, 10)

test('the recipe for a spreadsheet writes all jobs to a file', async () => {
  await createJob(server, olga, { apartmentName: '4 Rose Court' })
  const [lines] = recipeOf('Jobs into a spreadsheet')
  await expect
    .poll(async () => {
      await run(lines, ['jobs:read'])
      return (await rowsOf('jobs.csv')).map((one) => one.Site)
    })
    .toContain('4 Rose Court')
})

test('the recipe for an accounting program writes the invoices of a period', async () => {
  const { jobId, taskId } = await createJob(server, olga, { apartmentName: '7 Mill Lane', agency: 'Calder Housing' })
  await accepted(server, olga, 'PriceTask', { jobId, taskId, price: 9_000 })
  await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, olga, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-0042' })
  const [lines] = recipeOf('Invoices into an accounting program')
  await expect
    .poll(async () => {
      await run(lines, ['jobs:read'], { FROM: today(), TO: today() })
      return await fileOf('invoices.csv')
    })
    .toContain('INV-0042')
})

test('the recipe for a landlord’s system makes one job however often it is sent, and follows it', async () => {
  const [order, follow] = recipeOf('Jobs from a landlord’s system'.replace('’', "'"))
  const job = { JOB: uuid(), TASK: uuid(), TODAY: today() }
  const scopes: Scope[] = ['jobs:read', 'jobs:write', 'history:read']
  const { seq: AFTER } = await (await server.call(paths.ledger, { token: olga.token })).json()
  const first = JSON.parse(await run(order, scopes, job))
  expect(first.results).toMatchObject([{ status: 'accepted' }])
  await run(order, scopes, job)
  const [{ seq }] = first.results
  const made = await server.call(`${pathTo(paths.job, { jobId: job.JOB })}?after=${seq}`, { token: olga.token })
  const text = await made.text()
  expect(text).toContain('12 Mill Street')
  expect(text).toContain('WO-4711')
  await run(follow, scopes, { AFTER: String(AFTER) })
  const { events }: EventsAnswer = JSON.parse(await fileOf('events.json'))
  expect(events.filter(({ type }) => type === 'JobCreated')).toHaveLength(1)
})
