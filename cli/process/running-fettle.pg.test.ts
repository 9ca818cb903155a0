import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { runFettle, type StartedFettle, startFettle } from '#test/faults/fettle-process.ts'

let folder: string
let fettle: StartedFettle
const environment = () => ({ FETTLE_DATA: folder, PORT: '0' })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-start-'))
  fettle = await startFettle(environment())
})
afterAll(async () => {
  await fettle.end('SIGTERM')
  await rm(folder, { recursive: true })
})

const postmaster = () => path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
const sarah = { username: 'Sarah', email: 'sarah@example.com', password: 'a good long password' }
const post = (call: string, body: unknown) =>
  fetch(fettle.address + call, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const isReady = () =>
  fetch(fettle.address + paths.readyz).then(
    (answer) => answer.ok,
    () => false,
  )

test('data is still there after Ctrl-C and a restart', async () => {
  expect((await post(paths.register, { businessName: 'Bright Repairs', ...sarah })).status).toBe(200)
  expect(await fettle.end('SIGINT')).toBe(0)
  expect(await isReady()).toBe(false)
  fettle = await startFettle(environment())
  expect((await post(paths.login, { email: sarah.email, password: sarah.password })).status).toBe(200)
})

test('the other commands work while Fettle runs, for one company or all', async () => {
  const verified = await runFettle(['verify', '--company', sarah.email, '--json'], environment())
  expect(JSON.parse(verified.out)).toMatchObject({ companies: [{ events: expect.any(Number) }] })
  expect(verified.code).toBe(0)
  const [{ companyId }] = JSON.parse(verified.out).companies
  const byId = await runFettle(['verify', '--company', companyId, '--json'], environment())
  expect(JSON.parse(byId.out)).toMatchObject({ companies: [{ companyId }] })
  const replayed = await runFettle(['replay', '--all', '--json'], environment())
  expect(JSON.parse(replayed.out)).toMatchObject({ companies: { done: 1, total: 1 }, failed: [], busy: [] })
  const shown = await runFettle(['projections', '--json'], environment())
  expect(JSON.parse(shown.out).projections).toContainEqual(expect.objectContaining({ projection: 'members', lag: 0 }))
  expect(await isReady()).toBe(true)
})

test('no program logs in to the database as its superuser', async () => {
  const { port, password } = JSON.parse(readFileSync(path.join(folder, 'postgres', 'address.json'), 'utf8'))
  const owner = new pg.Client({ connectionString: `postgres://fettle:${password}@127.0.0.1:${port}/fettle` })
  await owner.connect()
  const { rows } = await owner.query(
    "select distinct usename as name from pg_stat_activity where application_name like 'fettle%' order by 1",
  )
  await owner.end()
  expect(rows.map((one) => one.name)).toEqual(['fettle_api', 'fettle_auth', 'fettle_projector'])
  expect(fettle.errors()).toBe('')
})

test('a second start on the same data folder is refused and disturbs nothing', async () => {
  const second = await runFettle(['start'], environment())
  expect(second).toMatchObject({ code: 1, out: '' })
  expect(second.errors).toBe(
    `Fettle is already running in ${folder}. Stop it first, or set FETTLE_DATA to another folder.\n`,
  )
  expect(await isReady()).toBe(true)
})

test('the API and the projector are restarted when they are killed', async () => {
  for (const name of ['api', 'projector'] as const) process.kill(fettle.processes[name], 'SIGKILL')
  await expect.poll(fettle.errors).toMatch(/api exited \(SIGKILL\).*projector exited \(SIGKILL\)|projector.*api/s)
  await expect.poll(isReady).toBe(true)
})

test('the database is restarted when it is killed, and nothing else stops', async () => {
  process.kill(Number(readFileSync(postmaster(), 'utf8').split('\n')[0]), 'SIGKILL')
  await expect.poll(fettle.errors).toContain('PostgreSQL stopped unexpectedly and was restarted.\n')
  await expect.poll(isReady).toBe(true)
  expect((await post(paths.login, { email: sarah.email, password: sarah.password })).status).toBe(200)
  expect(fettle.errors().match(/exited|stopped/g)).toHaveLength(3)
})

test('when the supervisor is killed its programs stop, and the next start finds all data', async () => {
  await fettle.end('SIGKILL')
  await expect.poll(isReady).toBe(false)
  fettle = await startFettle(environment())
  expect((await post(paths.login, { email: sarah.email, password: sarah.password })).status).toBe(200)
})

test('a mistake is reported in one plain line with a failing exit code', async () => {
  for (const [args, message] of [
    [['replay', 'nonsense'], 'There is no projection named nonsense.\n'],
    [['replay'], 'Name a projection, or use --all.\n'],
    [['verify', '--company', 'nobody@example.com'], 'No company found for nobody@example.com.\n'],
  ] as const) {
    expect(await runFettle(args, environment())).toEqual({ code: 1, out: '', errors: message })
  }
  const wrong = await runFettle(['start'], { ...environment(), PORT: 'http' })
  expect(wrong).toEqual({ code: 1, out: '', errors: 'The setting PORT must be a port number from 0 to 65535\n' })
})

test('the commands also work while Fettle is stopped, and leave nothing running', async () => {
  await fettle.end('SIGTERM')
  const verified = await runFettle(['verify', '--company', sarah.email], environment())
  expect(verified.out).toMatch(/all \d+ events are intact/)
  expect(existsSync(postmaster())).toBe(false)
  const wrong = await runFettle(['start'], { ...environment(), FETTLE_METRICS_PORT: 'x' })
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.errors).toMatch(/^The setting FETTLE_METRICS_PORT must be a port number\n/)
})
