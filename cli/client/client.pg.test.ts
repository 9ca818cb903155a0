import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '#core/api-keys/scopes.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { callsOfDescription } from './calls-of-description.ts'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'client')
const run = promisify(execFile)
const compile = (cwd: string, ...flags: string[]) =>
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags], { cwd })

let server: TestServer
let olga: SignedInTest
/** A program's folder, with the package as it is installed there. */
let folder: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  folder = await mkdtemp(join(tmpdir(), 'fettle-client-'))
  const installed = join(folder, 'node_modules/fettle-client')
  await mkdir(installed, { recursive: true })
  await cp(join(source, 'package.json'), join(installed, 'package.json'))
  await compile(source, '-p', source, '--outDir', join(installed, 'dist'))
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.close()
})

/** The recipes by their headings: the programs as a reader would copy them. */
const readme = await readFile(join(source, 'README.md'), 'utf8')
const programs = new Map(
  [...readme.matchAll(/^### (.+)\n[^#]*?```ts\n([^`]*)```/gm)].map(([, heading = '', program = '']) => [
    heading,
    program,
  ]),
)
const keyFor = async (...scopes: Scope[]) => (await makeKey(server, olga, { name: 'Recipe', scopes })).token
const runRecipe = async (heading: string, KEY: string, ...options: string[]) => {
  const file = join(folder, 'recipe.ts')
  await writeFile(file, programs.get(heading) ?? 'throw new Error("There is no such recipe.")')
  const { stdout } = await run(process.execPath, [file, ...options], { cwd: folder, env: { FETTLE: server.url, KEY } })
  return stdout
}
const fileOf = (name: string) => readFile(join(folder, name), 'utf8')
const today = new Date().toISOString().slice(0, 10)

test('the client that is kept has the calls as a running server describes them', async () => {
  const described = await (await server.call(paths.openapi)).json()
  expect(await readFile(join(source, 'calls.ts'), 'utf8')).toBe(callsOfDescription(described))
})

test('the package has the version and licence of Fettle, and is published nowhere', async () => {
  const [own, whole] = await Promise.all(
    [source, root].map(async (one) => JSON.parse(await readFile(join(one, 'package.json'), 'utf8'))),
  )
  expect(own).toMatchObject({ version: whole.version, license: whole.license, private: true })
})

test('the recipes keep to the types of the calls, and a call that there is not does not compile', async () => {
  expect([...programs.keys()]).toHaveLength(3)
  const files = await Promise.all(
    [...programs.values()].map(async (program, nth) => {
      const file = join(folder, `checked-${nth}.ts`)
      await writeFile(file, program)
      return file
    }),
  )
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--typeRoots']
  const check = (...some: string[]) => compile(folder, ...flags, join(folder, 'node_modules/@types'), ...some)
  await check(...files)
  const wrong = join(folder, 'wrong.ts')
  const calls = [
    "call('GET /api/todos')",
    "call('GET /api/jobs', { query: { status: 'done' } })",
    "give('AddNote', {}, 'a')",
  ]
  const lines = calls.map((call) => `await connect({ address: '', key: '' }).${call}\n`)
  await writeFile(wrong, `import { connect } from 'fettle-client'\n${lines.join('')}`)
  const refused = await check(wrong).catch((failure: { stdout: string }) => failure)
  expect(refused.stdout.match(/^wrong\.ts\(\d+/gm)).toEqual(['wrong.ts(2', 'wrong.ts(3', 'wrong.ts(4'])
})

test('the recipe for a spreadsheet writes all jobs to a file', async () => {
  await createJob(server, olga, { apartmentName: '4 Rose Court' })
  await expect
    .poll(async () => {
      await runRecipe('Jobs into a spreadsheet', await keyFor('jobs:read'))
      return fileOf('jobs.csv')
    })
    .toContain('4 Rose Court')
})

test('the recipe for an accounting program writes the invoices of a period', async () => {
  const { jobId, taskId } = await createJob(server, olga, { apartmentName: '7 Mill Lane', agency: 'Calder Housing' })
  await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, olga, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-0042' })
  await expect
    .poll(async () => {
      await runRecipe('Invoices into an accounting program', await keyFor('jobs:read'), today, today)
      return fileOf('invoices.csv')
    })
    .toContain('INV-0042')
})

test('the recipe for a landlord’s system makes one job however often it is run, and tells what became of it', async () => {
  const [jobId, taskId] = [uuid(), uuid()]
  const order = {
    number: 'WO-4711',
    day: today,
    address: '12 Mill Street',
    work: 'Mend the kitchen tap',
    jobId,
    taskId,
  }
  await writeFile(join(folder, 'order.json'), JSON.stringify(order))
  const heading = "Jobs from a landlord's system"
  const key = await keyFor('jobs:read', 'jobs:write', 'history:read')
  expect(await runRecipe(heading, key)).toMatch(/JobCreated/)
  expect(await jobNow(server, olga, jobId)).toMatchObject({ apartmentName: '12 Mill Street' })
  await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'Ordered' })
  expect(await runRecipe(heading, key)).toMatch(/^\S+ NoteAdded\n$/)
})
