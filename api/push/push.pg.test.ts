import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { projections } from '#core/projections/projections.ts'
import type { LedgerAnswer } from '#core/wire/proof.ts'
import type { CatchUpRequest, SyncPosition } from '#core/wire/push.ts'
import { connect } from '#ledger/database/connect.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { requestRunFor, runOf } from '#test/server/projection-runs.ts'
import { listen, type PushClient } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let projector: pg.Pool
const jobProjection = projections.filter((one) => one.name === 'job')
const open: PushClient[] = []
beforeAll(async () => {
  server = await startServer()
  projector = connect(server.database.url, 'fettle_projector', { max: 1 })
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
afterAll(async () => {
  await projector.end()
  await server.close()
})

const connectDevice = async (person: { token: string }) => {
  const listening = await listen(server, person)
  open.push(listening)
  return listening
}
/** Reports a device's place and waits until it has received everything it missed. */
const caughtUp = ({ socket }: PushClient, missed: CatchUpRequest): Promise<SyncPosition> =>
  socket.timeout(5_000).emitWithAck('caught-up', missed)
const isOf = (row: object, jobId: string) => 'jobId' in row && row.jobId === jobId
const hold = (companyId: string, projection: string, status: 'parked' | 'live') =>
  projector.query('update checkpoint set status = $3 where company_id = $1 and projection = $2', [
    companyId,
    projection,
    status,
  ])
const head = async (): Promise<LedgerAnswer> => (await server.call('/api/ledger', { token: olga.token })).json()

test('a change is pushed to the whole company, with office facts to the office only', async () => {
  const [office, team] = await Promise.all([connectDevice(olga), connectDevice(tom)])
  const { jobId, seq } = await createJob(server, olga, { agency: 'Canary Lettings' })
  for (const projection of ['job', 'job-rows', 'calendar', 'company']) {
    const pushed = await office.pushed((one) => one.projection === projection && one.seq >= seq)
    expect(pushed).toMatchObject({ epoch: 1, removed: [] })
    expect(pushed.rows.length).toBeGreaterThan(0)
    await team.pushed((one) => one.projection === projection && one.seq >= seq)
  }
  expect(office.row<Job>('job', jobId)?.office?.agency).toBe('Canary Lettings')
  expect(team.row<Job>('job', jobId)?.apartmentName).toBe('12 High Street')
  expect(team.text()).not.toContain('Canary')
})

test('nothing is pushed to another company', async () => {
  const stranger = await server.registerCompany()
  const [device, own] = await Promise.all([connectDevice(stranger), connectDevice(olga)])
  const { jobId, seq } = await createJob(server, olga)
  await own.pushed((one) => one.seq >= seq)
  await sleep(200)
  expect(device.text()).not.toContain(jobId)
  expect(device.text()).not.toContain(olga.user.companyId)
})

test('a device that reconnects receives what it missed', async () => {
  const away = await connectDevice(tom)
  const { jobId, taskId } = await createJob(server, olga)
  const { seq: known } = await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'Before' })
  await away.pushed((one) => one.projection === 'job' && one.seq >= known)
  away.close()
  const { seq } = await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await server.call(`/api/jobs/${jobId}?after=${seq}`, { token: olga.token })
  const back = await connectDevice(tom)
  back.socket.emit('caught-up', { epoch: 1, seq: known })
  await back.pushed((one) => one.projection === 'job' && one.seq >= seq)
  expect(back.row<Job>('job', jobId)?.jobStatus).toBe('completed')
  expect(back.pushes.map((one) => one.projection)).not.toContain('members')
})

test('a device that missed nothing receives nothing; one from another epoch reads everything again', async () => {
  await sleep(100)
  const { seq } = await head()
  const current = await connectDevice(tom)
  current.socket.emit('caught-up', { epoch: 1, seq })
  const restored = await connectDevice(tom)
  restored.socket.emit('caught-up', { epoch: 7, seq })
  await restored.pushed((one) => one.projection === 'members')
  expect(restored.pushes.every((one) => one.stale && one.rows.length === 0)).toBe(true)
  expect(restored.pushes.map((one) => one.projection).sort()).toEqual([
    'calendar',
    'company',
    'job',
    'job-rows',
    'members',
    'own-views',
    'part-rows',
    'sites',
    'todo',
  ])
  expect(current.pushes).toEqual([])
})

test('a device that reconnects receives the rows of a projection that lagged behind the others', async () => {
  await sleep(100)
  const device = await connectDevice(tom)
  const place = await caughtUp(device, { epoch: 1, seq: (await head()).seq })
  await hold(olga.user.companyId, 'calendar', 'parked')
  const { jobId } = await createJob(server, olga)
  const late = await device.pushed((one) => one.projection === 'job' && one.rows.some((row) => isOf(row, jobId)))
  expect(late.reached.calendar).toEqual(place.reached.calendar)
  const { seq } = await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'Later' })
  const last = await device.pushed((one) => one.projection === 'job' && one.seq >= seq)
  device.close()
  await hold(olga.user.companyId, 'calendar', 'live')
  // Resuming a projection rings, too. Otherwise a projector that has polled since the comment sees no reason to look at this company.
  server.services.bell.ring('fettle_appended', [olga.user.companyId])
  await server.call(`/api/calendar?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z&after=${seq}`, {
    token: olga.token,
  })
  const back = await connectDevice(tom)
  const now = await caughtUp(back, { epoch: 1, reached: last.reached })
  expect(back.row('calendar', jobId)).toBeDefined()
  expect(now.reached.calendar?.seq).toBeGreaterThanOrEqual(seq)
  const again = await connectDevice(tom)
  await caughtUp(again, now)
  expect(again.pushes).toEqual([])
})

test('a device that was away during a replay is told to read the rows again', async () => {
  const { seq } = await head()
  const device = await connectDevice(tom)
  const { epoch, reached } = await caughtUp(device, { epoch: 1, seq })
  const { job } = reached
  if (!job) throw new Error('The job projection has no position')
  const back = await connectDevice(tom)
  await caughtUp(back, { epoch, reached: { ...reached, job: { ...job, generation: job.generation - 1 } } })
  expect(back.pushes).toMatchObject([{ projection: 'job', stale: true }])
})

test('a device that read before a replay and connects after it is told to read the rows again', async () => {
  const { seq } = await head()
  const { companyId } = olga.user
  const { ledgerPool: pool, bell } = server.services
  const runId = await requestRunFor({ pool, bell }, companyId, 'replay', jobProjection)
  await expect.poll(async () => (await runOf(pool, companyId, runId)).state).toBe('done')
  await projector.query("update replay_run set ended_at = now() - interval '1 hour' where run_id = $1", [runId])
  const toldAt = async (minutes?: number) => {
    const age = minutes === undefined ? {} : { age: minutes * 60_000 }
    const device = await listen(server, { ...tom, ...age })
    open.push(device)
    await caughtUp(device, { epoch: 1, seq })
    return device.pushes
  }
  expect(await toldAt(90)).toMatchObject([{ projection: 'job', stale: true }])
  expect(await toldAt(30)).toEqual([])
  expect(await toldAt()).toEqual([])
})

test('a device is told to reload when too much has changed', async () => {
  const { seq: before } = await head()
  const many = Array.from({ length: 201 }, () =>
    command('CreateJob', { jobId: uuid(), apartmentName: 'Row', createdAt: '2026-11-20', tasks: [] }),
  )
  for (let from = 0; from < many.length; from += 100) await sendCommands(server, olga, ...many.slice(from, from + 100))
  const { seq } = await head()
  await server.call(`/api/jobs?after=${seq}`, { token: olga.token })
  await server.call(`/api/calendar?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z&after=${seq}`, {
    token: olga.token,
  })
  const back = await connectDevice(tom)
  back.socket.emit('caught-up', { epoch: 1, seq: before })
  const rows = await back.pushed((one) => one.projection === 'job-rows' && one.seq >= seq)
  expect(rows).toMatchObject({ stale: true, rows: [], removed: [] })
})

test('pushes converge to what is read, however often the socket is cut', async () => {
  const { jobId } = await createJob(server, olga)
  let known = (await head()).seq
  const seen = new Map<string, Job>()
  for (let round = 0; round < 5; round += 1) {
    const listening = await listen(server, tom)
    listening.socket.on('changed', ({ projection, rows, seq }) => {
      if (projection !== 'job') return
      for (const row of rows) if ((seen.get(row.jobId)?.version ?? 0) <= row.version) seen.set(row.jobId, row)
      known = Math.max(known, seq)
    })
    listening.socket.emit('caught-up', { epoch: 1, seq: known })
    for (let note = 0; note < 4; note += 1) {
      await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: `${round}/${note}` })
      if (note === 2) listening.socket.io.engine.close()
    }
    listening.close()
  }
  const last = await connectDevice(tom)
  last.socket.emit('caught-up', { epoch: 1, seq: known })
  const { seq } = await head()
  const answer = await server.call(`/api/jobs/${jobId}?after=${seq}`, { token: tom.token })
  const { job } = await answer.json()
  if (seq > known) await last.pushed((one) => one.projection === 'job' && one.seq >= seq)
  expect(job.extraNotes).toHaveLength(20)
  expect(last.row<Job>('job', jobId) ?? seen.get(jobId)).toEqual(job)
})
