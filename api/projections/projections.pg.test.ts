import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type {
  ComparisonAnswer,
  ProjectionOverview,
  ProjectionsAnswer,
  RunAnswer,
  RunsPush,
} from '#core/wire/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import { connect } from '#ledger/database/connect.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let anna: SignedInTest
let tom: SignedInTest
let jobId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  anna = await addMember(server, olga, 'admin')
  tom = await addMember(server, olga, 'team')
  const created = await createJob(server, olga)
  jobId = created.jobId
  await server.call(`${paths.jobs}?after=${created.seq}`, { token: olga.token })
})
afterAll(() => server.close())

const ask = (who: { token?: string }, path: string, name = 'job-rows') =>
  server.call(pathTo(path, { name }), { token: who.token, body: {} })
/** A run once it has ended; its request is answered after two seconds at the latest. */
const run = async (who: SignedInTest, path: string, name?: string): Promise<RunAnswer['run']> => {
  const answer = await ask(who, path, name)
  expect(answer.status).toBe(200)
  const { run: begun }: RunAnswer = await answer.json()
  return vi.waitFor(async () => {
    const found = (await readStatuses(who)).runs.find(({ runId }) => runId === begun.runId) ?? begun
    expect(openRunStates).not.toContain(found.state)
    return found
  })
}
const readStatuses = async (who = olga): Promise<ProjectionsAnswer> =>
  (await server.call(paths.projections, { token: who.token })).json()
const statusOf = async (name: string): Promise<ProjectionOverview | undefined> =>
  (await readStatuses()).projections.find((one) => one.name === name)
/** Changes the stored rows from outside, as a changed fold would have. */
async function spoil(text: string) {
  const pool = connect(server.database.url, 'fettle_projector', { max: 1 })
  await pool.query(text, [olga.user.companyId])
  await pool.end()
}

test('the office sees the status of every projection and the size of the ledger', async () => {
  const { ledger, projections: found, runs } = await readStatuses(anna)
  expect(found.map((one) => one.name)).toEqual(projections.map((one) => one.name))
  expect(runs).toEqual([])
  const jobs = found.find((one) => one.name === 'job-rows')
  expect(jobs).toMatchObject({ version: 1, liveVersion: 1, generation: 1, seq: ledger.events, state: 'live' })
  expect(jobs?.lag).toEqual({ events: 0, seconds: 0 })
  expect(jobs?.rates).toHaveLength(24)
  expect(Math.max(...(jobs?.rates ?? []))).toBeGreaterThan(0)
})

test('the team and anonymous callers are refused', async () => {
  for (const path of Object.values(paths).filter((one) => one.startsWith(`${paths.projections}/`))) {
    const read = path === paths.comparison
    const request = (who: { token?: string }) =>
      read ? server.call(pathTo(path, { name: 'job-rows' }), { token: who.token }) : ask(who, path)
    expect((await request(tom)).status).toBe(403)
    expect((await request({})).status).toBe(401)
  }
  expect((await ask(olga, paths.replayProjection, 'no-such')).status).toBe(404)
  expect((await server.call(paths.projections, { token: tom.token })).status).toBe(403)
})

test('a replay switches to rebuilt rows, tells the office, and can be undone', async () => {
  const [office, team] = await Promise.all([listen(server, anna), listen(server, tom)])
  const pushed: RunsPush[] = []
  office.socket.on('runs', (push: RunsPush) => pushed.push(push))
  const replayed = await run(anna, paths.replayProjection)
  expect(replayed).toMatchObject({ kind: 'replay', state: 'done', startedBy: anna.user.username, errors: [] })
  expect(replayed.events.done).toBe(replayed.events.total)
  const after = await statusOf('job-rows')
  expect(after).toMatchObject({ generation: 2, state: 'live', lastRunId: replayed.runId })
  expect(after?.undo).toMatchObject({ version: 1, stale: false })
  await expect.poll(() => pushed.some(({ runs }) => runs.some((one) => one.state === 'done'))).toBe(true)
  expect(team.text()).not.toContain(replayed.runId)
  office.close()
  team.close()

  expect(await run(olga, paths.undoProjection)).toMatchObject({ kind: 'undo', state: 'done' })
  expect(await statusOf('job-rows')).toMatchObject({ generation: 1, state: 'live' })
})

test('a comparison names the rows and fields that differ, and can be promoted', async () => {
  await spoil(`update job_row set warning = 'quote sent' where company_id = $1`)
  expect(await run(olga, paths.compareProjection)).toMatchObject({
    state: 'done',
    counts: { same: 0, changed: 1, added: 0, removed: 0 },
  })
  const answer = await server.call(pathTo(paths.comparison, { name: 'job-rows' }), { token: anna.token })
  const { comparison, standing }: ComparisonAnswer = await answer.json()
  expect(standing).toBe(true)
  expect(comparison).toMatchObject({ liveVersion: 1, builtVersion: 1, fields: [{ field: 'warning', rows: 1 }] })
  expect(comparison.differences).toEqual([
    expect.objectContaining({
      label: '00001',
      jobId,
      change: 'changed',
      fields: [{ field: 'warning', before: 'quote sent', after: '' }],
    }),
  ])
  expect(await run(anna, paths.promoteProjection)).toMatchObject({ kind: 'promote', state: 'done' })
  const jobs = await (await server.call(paths.jobs, { token: olga.token })).json()
  expect(jobs.jobs[0]).toMatchObject({ warning: '' })
  expect((await ask(olga, paths.promoteProjection)).status).toBe(409)
})

test('differences in personal rows are shown to nobody else', async () => {
  await accepted(server, tom, 'AddTodo', { todoId: crypto.randomUUID(), userId: tom.user.userId, text: 'Canary' })
  await expect.poll(async () => (await statusOf('todo'))?.lag.events).toBe(0)
  await spoil(
    `update document set body = body || '{"updatedAt":"2020-01-01T00:00:00.000Z"}' where company_id = $1 and projection = 'todo'`,
  )
  expect((await run(olga, paths.compareProjection, 'todo')).counts).toMatchObject({ changed: 3 })
  const answer = await server.call(pathTo(paths.comparison, { name: 'todo' }), { token: olga.token })
  const { comparison }: ComparisonAnswer = await answer.json()
  expect(comparison.differences.map((one) => one.key)).toEqual([olga.user.userId])
  expect(JSON.stringify(comparison)).not.toContain('Canary')
  expect(await run(olga, paths.discardProjection, 'todo')).toMatchObject({ kind: 'discard', state: 'done' })
  expect(await statusOf('todo')).not.toHaveProperty('compared')
})

test('a parked projection names its event and can be retried', async () => {
  await spoil(`update checkpoint set status = 'parked', seq = seq - 1, error = 'TypeError: a fault', error_seq = seq
    where company_id = $1 and projection = 'calendar' and status = 'live'`)
  const parked = await statusOf('calendar')
  expect(parked).toMatchObject({ state: 'parked', parkedAt: { type: expect.any(String), error: 'TypeError: a fault' } })
  expect(parked?.staleSince).toMatch(/^20/)
  expect(await run(olga, paths.retryProjection, 'calendar')).toMatchObject({ kind: 'retry', state: 'done' })
  await expect.poll(async () => (await statusOf('calendar'))?.state).toBe('live')
  expect((await ask(olga, paths.retryProjection, 'calendar')).status).toBe(409)
})

test('a request with no projector running waits, and can be paused, resumed and cancelled', async () => {
  const alone = await startServer({}, { projector: false })
  const dora = await alone.registerCompany()
  const ask = async (path: string) => {
    const answer = await alone.call(pathTo(path, { name: 'job' }), { token: dora.token, body: {} })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await ask(paths.replayProjection)).toMatchObject({ status: 200, body: { run: { state: 'waiting' } } })
  expect(await ask(paths.compareProjection)).toMatchObject({ status: 409, body: { code: 'run-under-way' } })
  expect(await ask(paths.pauseProjection)).toMatchObject({ status: 200, body: { run: { state: 'paused' } } })
  expect(await ask(paths.pauseProjection)).toMatchObject({ status: 409, body: { code: 'no-such-run' } })
  expect(await ask(paths.resumeProjection)).toMatchObject({ status: 200, body: { run: { state: 'waiting' } } })
  expect(await ask(paths.cancelProjection)).toMatchObject({ status: 200, body: { run: { state: 'cancelled' } } })
  expect(await ask(paths.cancelProjection)).toMatchObject({ status: 409 })
  await alone.close()
})

test("an admin cannot see or change another company's projections", async () => {
  const alone = await startServer({}, { projector: false })
  const [dora, eve] = [await alone.registerCompany(), await alone.registerCompany()]
  const request = async (who: SignedInTest, path: string) => {
    const answer = await alone.call(pathTo(path, { name: 'job-rows' }), { token: who.token, body: {} })
    return { status: answer.status, body: await answer.json() }
  }
  const seenBy = async (who: SignedInTest): Promise<ProjectionsAnswer> =>
    (await alone.call(paths.projections, { token: who.token })).json()
  const { body } = await request(dora, paths.replayProjection)
  expect((await seenBy(dora)).runs).toMatchObject([{ runId: body.run.runId, state: 'waiting' }])

  expect((await seenBy(eve)).runs).toEqual([])
  for (const path of [paths.pauseProjection, paths.resumeProjection, paths.cancelProjection])
    expect(await request(eve, path)).toMatchObject({ status: 409, body: { code: 'no-such-run' } })
  expect((await seenBy(dora)).runs).toMatchObject([{ runId: body.run.runId, state: 'waiting' }])
  // A run of one company does not hold up another.
  const { status, body: own } = await request(eve, paths.replayProjection)
  expect({ status, state: own.run.state }).toEqual({ status: 200, state: 'waiting' })
  expect(own.run.runId).not.toBe(body.run.runId)
  const comparison = await alone.call(pathTo(paths.comparison, { name: 'job-rows' }), { token: eve.token })
  expect(comparison.status).toBe(404)
  await alone.close()
})
