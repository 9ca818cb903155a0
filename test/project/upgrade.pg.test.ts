import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#cli/database/ports.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Process, processOf } from '#test/faults/processes.ts'
import { expectFound } from '#test/reliability/control.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const parts = ['core', 'ledger', 'api', 'projector', 'migrations', 'cli', 'docs', 'package.json']
const linked = ['node_modules', 'dist']

let database: TestDatabase
let next = ''
const running: Process[] = []
beforeAll(async () => {
  ;[database, next] = await Promise.all([createDatabase(), nextRelease()])
})
const stopping = new AbortController()
afterAll(async () => {
  stopping.abort()
  await Promise.all(running.map((one) => one.kill()))
  await database?.drop()
  if (next) await rm(next, { recursive: true, force: true })
})

/** A copy of this release with the change made in docs/upgrading.md. */
async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-next-release-'))
  for (const part of parts)
    await cp(path.join(root, part), path.join(folder, part), { recursive: true, filter: (file) => !isTest(file) })
  for (const part of linked) await symlink(path.join(root, part), path.join(folder, part))
  const guide = await readFile(path.join(root, 'docs/upgrading.md'), 'utf8')
  const patches = [...guide.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, patch = '']) => patch)
  await writeFile(path.join(folder, 'change.patch'), patches.join(''))
  await run('git', ['apply', '-p0', '--unidiff-zero', 'change.patch'], { cwd: folder })
  return folder
}
const isTest = (file: string) => /\.test\.ts$/.test(file)

/** An API and a projector of a release, as separate processes. */
async function start(folder: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: database.url,
    PORT: String(port),
    FETTLE_DATA: path.join(next, 'data'),
    FETTLE_LOG_LEVEL: 'error',
  }
  const api = processOf(path.join(folder, 'api/main.ts'), env, async () => (await fetch(`${url}/readyz`)).ok)
  const projector = processOf(path.join(folder, 'projector/main.ts'), env)
  running.push(api, projector)
  await Promise.all([api.start(), projector.start()])
  return { url, api, projector }
}

/** A command of the next release, which must succeed. */
const fettle = (...given: string[]) =>
  run(process.execPath, [path.join(next, 'cli/fettle.ts'), ...given], {
    env: { ...process.env, DATABASE_URL: database.url },
  })

const post = (url: string, body: object, token = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, origin: new URL(url).origin },
    body: JSON.stringify(body),
  })

async function give(url: string, token: string, type: string, data: object): Promise<number> {
  const command = { commandId: uuid(), happenedAt: new Date().toISOString(), type, data }
  const answer: CommandsAnswer = await (await post(url + paths.commands, { commands: [command] }, token)).json()
  const [result] = answer.results
  if (result?.status !== 'accepted') throw new Error(`${type} was refused: ${JSON.stringify(answer)}`)
  return result.seq ?? 0
}

/** A page of jobs in a release's response; only the next release has `tasks`. */
type Listed = JobsAnswer['jobs'][number] & { tasks?: number }
async function list(url: string, token: string, after = 0): Promise<Listed[]> {
  const answer = await fetch(`${url}${paths.jobs}?sort=jobRef&direction=asc&after=${after}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { jobs }: JobsAnswer = await answer.json()
  return jobs
}

test('a column is added to the list of jobs while both releases serve, without a gap for readers', async ({ task }) => {
  const old = await start(root)
  const registration = { businessName: 'Harrow & Pike', username: 'dana', email: `${uuid()}@example.com` }
  const registered = await post(old.url + paths.register, { ...registration, password: 'sash window 14' })
  const { token }: SignedIn = await registered.json()
  const jobs = Array.from({ length: 5 }, (_, nth) => ({ jobId: uuid(), tasks: nth }))
  for (const { jobId, tasks } of jobs)
    await give(old.url, token, 'CreateJob', {
      jobId,
      apartmentName: '14 Marlowe Court',
      createdAt: '2026-11-20',
      tasks: Array.from({ length: tasks }, () => ({ taskId: uuid(), description: 'Mend the tap' })),
    })

  // Writes and reads continue throughout.
  const lists: number[] = []
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      lists.push((await list(old.url, token)).length)
      await wait(20)
    }
  })()
  let notes = 0
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      await give(old.url, token, 'AddNote', { jobId: jobs[0]?.jobId, noteId: uuid(), note: 'No answer' })
      notes += 1
      await wait(20)
    }
  })()

  const both = Promise.all([reading, writing])
  // If this fails before the end, the test has failed for another reason.
  both.catch(() => undefined)

  await expect.poll(() => lists.at(-1)).toBe(5)
  lists.length = 0
  await fettle('migrate')
  const fresh = await start(next)
  await expect.poll(async () => (await list(fresh.url, token)).map((one) => one.tasks)).toEqual([0, 1, 2, 3, 4])
  const added = await give(old.url, token, 'AddTask', { jobId: jobs[0]?.jobId, taskId: uuid(), description: 'Seal it' })
  expect((await list(fresh.url, token, added))[0]).toMatchObject({ tasks: 1 })
  expect((await list(old.url, token, added))[0]).not.toHaveProperty('tasks')

  await old.projector.kill('SIGTERM')
  stopping.abort()
  await both
  await old.api.kill('SIGTERM')
  task.meta.extent = `${lists.length} reads and ${notes} writes during the upgrade`
  expect(lists.length).toBeGreaterThan(10)
  expect(lists.filter((length) => length !== 5)).toEqual([])
  const seq = await give(fresh.url, token, 'AddNote', { jobId: jobs[0]?.jobId, noteId: uuid(), note: 'Keys are here' })
  expect((await list(fresh.url, token, seq))[0]).toMatchObject({ notes: notes + 1, tasks: 1 })

  // The command fails unless the rows that the new process built match its events.
  await fettle('replay', 'job-rows', '--compare')
  const owner = connect(database.url, undefined, { max: 1 })
  await owner.query('update job_row set notes = notes + 1 where number = 1')
  await owner.end()
  const compared = await fettle('replay', 'job-rows', '--compare').then(
    () => [],
    (error) => [...String(Object(error).stdout).matchAll(/\S+ differs in .*/g)].map(([line]) => line),
  )
  expectFound(task, 'a release with rows that do not match the events', compared)
})
