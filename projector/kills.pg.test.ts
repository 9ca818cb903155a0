import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobRows } from '#core/projections/job-rows.ts'
import { connect } from '#ledger/database/connect.ts'
import { type OwnPostgres, openOwnPostgres } from '#test/database/own-postgres.ts'
import { busyLedger, kills } from '#test/faults/busy-ledger.ts'
import { type Process, processOf } from '#test/faults/processes.ts'
import { allLiveRows, foldedOneByOne, sampleHistory } from '#test/histories/stored-history.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count } from '#test/reliability/extent.ts'
import { projectionStatus } from './status.ts'

let postgres: OwnPostgres
let projector: Process
beforeAll(async () => {
  postgres = await openOwnPostgres()
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const started = () => projector.output().split('"projecting"').length - 1
  let before = 0
  projector = processOf(program, { DATABASE_URL: postgres.url }, async () => {
    if (started() === before) return false
    before = started()
    return true
  })
})
afterAll(async () => {
  await projector.kill()
  await postgres.close()
})

const restarts = Math.ceil(kills / 5)
/** More kills need longer ledgers, as they are written to throughout. */
const histories = [81, 82, 83].map((seed) => sampleHistory(seed, 600 + 60 * kills))

test('rows match their events even if projectors and the database are killed at random while everyone works', {
  timeout: 300_000 + kills * 10_000,
}, async ({ task }) => {
  const ledger = busyLedger(postgres.url, histories)
  const during = new Map<string, number>()
  for (let killed = 0; killed < kills; killed += 1) {
    await projector.start()
    // At a random moment, and every other time during a run.
    const duringRun = killed % 2 === 1
    if (!duringRun) await sleep(Math.random() * 1_500)
    const running = await vi.waitUntil(
      async () => {
        await sleep(Math.random() * 120)
        const kinds = await ledger.runningKinds()
        return !duringRun || kinds.length > 0 ? kinds : undefined
      },
      { timeout: 60_000, interval: 5 },
    )
    for (const kind of running) during.set(kind, (during.get(kind) ?? 0) + 1)
    await projector.kill('SIGKILL')
    if (killed % Math.ceil(kills / restarts) === 0) {
      await postgres.kill()
      ledger.crashed()
      await postgres.start()
    }
  }
  await ledger.settle()
  await projector.start()
  const unsettled = `select company_id from replay_run where state in ('waiting', 'running', 'paused')
      union all select company_id from checkpoint where status in ('retired', 'building') and error is null`
  await expect.poll(async () => (await ledger.pool.query(unsettled)).rowCount).toBe(0)
  const lags = async () => (await projectionStatus(ledger.pool)).filter((one) => one.lag > 0)
  await expect.poll(lags).toEqual([])

  for (const events of histories)
    expect(await allLiveRows(ledger.pool, events[0]?.companyId ?? '')).toEqual(foldedOneByOne(events))
  const { rows: left } = await ledger.pool.query(
    `select company_id, 'document', projection, generation from document union
        select company_id, 'job_row', 'job-rows', generation from job_row except
        select company_id, case projection when 'job-rows' then 'job_row' else 'document' end, projection, generation
          from checkpoint`,
  )
  expect(left).toEqual([])
  task.meta.extent = `${count(kills, 'kill')}, ${count(restarts, 'crash', 'es')} of PostgreSQL, ${count(ledger.reads(), 'read')} compared, ${count(ledger.pushes(), 'push', 'es')}`
  expect(ledger.faults).toEqual([])
  await ledger.look()
  expect(ledger.wrongPushes).toEqual([])
  expect(ledger.pushes()).toBeGreaterThan(kills)
  expect(ledger.reads()).toBeGreaterThan(kills * 5)
  expect(during.size).toBeGreaterThan(0)
  // A few random kills may miss one of these; many do not.
  if (kills >= 100) expect([...during.keys()]).toEqual(expect.arrayContaining(['replay', 'compare', 'undo']))

  // As if a killed projector had moved its checkpoint without its rows, or pushed again what it had pushed.
  const [events = []] = histories
  const owner = connect(postgres.url, undefined, { max: 1 })
  await owner.query('update job_row set notes = notes + 1 where company_id = $1', [events[0]?.companyId])
  await owner.end()
  await ledger.read(events, jobRows)
  expectFound(task, 'rows behind their checkpoint', ledger.faults)
  expectFound(task, 'a push that is repeated', ledger.repeatLastPush())
  await ledger.close()
})
