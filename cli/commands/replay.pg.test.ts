import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobRows } from '#core/projections/job-rows.ts'
import { projections } from '#core/projections/projections.ts'
import { describeHeldReplay, judged } from '#ledger/database/disk-space.ts'
import { project } from '#projector/live/project.ts'
import { lockBuild, unlockBuild } from '#projector/rows/build-lock.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { hasJob, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { carryOutRun } from './carry-out-run.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
const isNotInsured = (row: object) => 'warning' in row && row.warning !== 'insurance'
const histories = [71, 72].map((seed) => sampleHistory(seed, 150, hasJob(isNotInsured)))
const companies = histories.map((events) => events[0]?.companyId ?? '')
beforeAll(async () => {
  ledger = await openTestLedger()
  for (const [at, events] of histories.entries()) {
    await ledger.store(events)
    await createCheckpoints(ledger.pool, projections, companies[at] ?? '')
    while ((await project(ledger.pool, companies[at] ?? '')).more);
  }
})
afterAll(() => ledger.close())

const fettle = (...args: string[]) => runFettle(args, { DATABASE_URL: ledger.url })
const generations = async () => {
  const { rows } = await ledger.pool.query<{ status: string }>(
    `select status from checkpoint where projection = 'job-rows' order by company_id, generation`,
  )
  return rows.map((one) => one.status)
}

test('a cron job or CI step can check all read models against the log: it exits with code 1 if they differ, and shows how', async () => {
  const alike = await fettle('replay', '--all', '--compare')
  expect(alike).toMatchObject({ code: 0 })
  expect(alike.out).toContain(`${2 * projections.length} read models compared: live and rebuilt rows match.`)
  expect(await generations()).toEqual(['live', 'live'])

  await ledger.pool.query(
    `update job_row set warning = 'insurance' where (company_id, job_id) in (
      select company_id, job_id from job_row where company_id = $1 and warning <> 'insurance' limit 1)`,
    [companies[0]],
  )
  const { code, out } = await fettle('replay', 'job-rows', '--compare', '--keep')
  expect(code).toBe(1)
  expect(out).toContain(`${companies[0]}: job-rows, version 1, up to event 150: 1 changed, 0 added, 0 removed`)
  expect(out).toMatch(/\d{5} warning\n {4}- insurance\n {4}\+ /)
  expect(out).toContain('2 read models compared: 1 differs.')
})

test('a comparison that could not be made is never summed up as a match', async () => {
  const [company = '', other = ''] = companies
  await ledger.owner.query(`update checkpoint set seq = 999 where company_id = $1 and projection = 'part-rows'`, [
    company,
  ])
  const { code, out } = await fettle('replay', 'part-rows', '--compare')
  await ledger.owner.query(`update checkpoint set seq = 150 where company_id = $1 and projection = 'part-rows'`, [
    company,
  ])
  expect(code).toBe(1)
  expect(out).toContain(
    `${company}: part-rows was not compared: The rows are ahead of the log: they are of event 999, but the log ends at event 150.`,
  )
  expect(out).not.toContain('event 0')
  expect(out).not.toContain(other)
  expect(out).toContain('1 read model compared: live and rebuilt rows match. 1 could not be compared.')
})

test('compared rows can be promoted, and a switch undone, for one company or all', async () => {
  expect(await generations()).toEqual(['live', 'compared', 'live', 'compared'])
  expect(await fettle('replay', 'job-rows', '--promote', '--company', companies[0] ?? '')).toMatchObject({ code: 0 })
  expect((await fettle('replay', 'job-rows', '--compare')).code).toBe(0)
  const { code, out } = await fettle('replay', 'job-rows', '--undo', '--company', companies[0] ?? '', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ companies: { done: 1, total: 1 }, failed: [], busy: [], comparisons: [] })
  expect((await fettle('replay', 'job-rows', '--compare')).code).toBe(1)
})

test('Ctrl-C ends the command and says that the replay continues, and how to stop it', async () => {
  const company = companies[0] ?? ''
  const builder = await ledger.pool.connect()
  try {
    // Another process is building this projection, so the run waits.
    expect(await lockBuild(builder, company, [jobRows])).toBe(true)
    const states = async () =>
      (await ledger.pool.query(`select state from replay_run where state in ('waiting', 'running')`)).rows
    const waits = () => expect.poll(states).toEqual([{ state: 'waiting' }])
    const { code, errors } = await runFettle(
      ['replay', 'job-rows', '--company', company],
      { DATABASE_URL: ledger.url },
      waits,
    )
    expect(code).toBe(130)
    expect(errors).toContain('The run continues in any running projector, or when one starts.')
    expect(await states()).toEqual([{ state: 'waiting' }])
    const cancelled = await fettle('replay', 'job-rows', '--company', company, '--cancel')
    expect(cancelled).toMatchObject({ code: 0, out: '1 run: cancelled.\n' })
    await unlockBuild(builder, company, [jobRows])
  } finally {
    builder.release()
  }
})

test('a replay waits while the disk is nearly full, says so, and goes on by itself once there is space', async () => {
  const mebibyte = 1024 * 1024
  let free = 150 * mebibyte
  const read = async (folder: string) => ({ folder, device: 1, size: 0, ...judged(free, 100 * mebibyte) })
  const told: string[] = []
  const waits = Promise.withResolvers<void>()
  const running = carryOutRun(
    ledger.url,
    { kind: 'compare', projections: [jobRows], keeps: false },
    { databaseFolder: '/data/postgres', reserve: undefined, read },
    {
      onProgress: () => undefined,
      onHeld(held) {
        told.push(held ? describeHeldReplay(held) : 'goes on')
        waits.resolve()
      },
    },
  )
  await waits.promise
  const states = async () =>
    (await ledger.pool.query(`select distinct state from replay_run where state in ('waiting', 'running')`)).rows
  expect(await states()).toEqual([{ state: 'waiting' }])
  free = 300 * mebibyte
  expect(await running).toMatchObject({ companies: { done: 2, total: 2 }, busy: [], failed: [] })
  expect(told).toEqual([
    expect.stringMatching('The disk of /data/postgres is nearly full: 150 MB are free and a replay needs 200 MB.'),
    'goes on',
  ])
})

test('the command takes the reserve from the settings; Ctrl-C leaves a waiting replay to a projector', async () => {
  const folder = tmpdir()
  const environment = { DATABASE_URL: ledger.url, FETTLE_DATABASE_FOLDER: folder, FETTLE_DISK_RESERVE: '900000000' }
  const waiting = async () => (await ledger.pool.query(`select from replay_run where state = 'waiting'`)).rowCount === 2
  const { code, errors } = await runFettle(['replay', 'job-rows'], environment, (saidSoFar) =>
    expect.poll(async () => (await waiting()) && saidSoFar().includes('is nearly full')).toBe(true),
  )
  expect(code).toBe(130)
  expect(errors).toContain(`The disk of ${folder} is nearly full: `)
  expect(await waiting()).toBe(true)
  expect(await fettle('replay', 'job-rows', '--cancel')).toMatchObject({ code: 0, out: '2 runs: cancelled.\n' })
})

test('an impossible request fails with a plain message and a failing exit code', async () => {
  expect(await fettle('replay', 'job-rows', '--pause')).toMatchObject({ code: 1, out: '0 runs: paused.\n' })
  expect((await fettle('replay', 'job-rows', '--pause', '--cancel')).code).toBe(1)
  const nothing = await fettle('replay', 'todo', '--promote')
  expect(nothing.code).toBe(1)
  expect(nothing.out).toContain('There is nothing to promote')
})

test('the projections of all companies are summarised, and printed as JSON for programs', async () => {
  const shown = await fettle('projections')
  expect(shown).toMatchObject({ code: 0 })
  expect(shown.out).toMatch(/job-rows.*│ 2 /)
  const { projections: found, runs } = JSON.parse((await fettle('projections', '--json')).out)
  expect(found).toHaveLength(2 * projections.length)
  expect(runs).toEqual([])
})
