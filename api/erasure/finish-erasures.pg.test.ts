import { v7 as uuid, v5 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { changeRuns, type RunChange, requestRun } from '#ledger/read-models/request-runs.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { erasureOf, foundIn, startProjectorPart, untilErased, withSuperuser } from '#test/server/erasures.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { finishAll } from './finish-erasures.ts'

let server: TestServer
let live: { stop(): Promise<void> }
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  live = startProjectorPart('live', server)
})
afterAll(async () => {
  await live.stop()
  await server.close()
})

/** A job whose rows show a comment by Theodosia. */
async function withNote(text: string) {
  const owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const { seq } = await accepted(server, owner, 'AddNote', { jobId, noteId: uuid(), note: text })
  const job = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: owner.token })
  expect(await job.text()).toContain(text)
  return { owner, jobId, seq }
}
const eraseNote = async ({ owner, seq }: { owner: SignedInTest; seq: number }) => {
  const body = erasureOf([{ seq, path: 'note' }])
  expect((await server.call(paths.erasures, { token: owner.token, body })).status).toBe(200)
}
const openRun = (companyId: string) =>
  withSuperuser(server.database.url, async (client) => {
    const { rows } = await client.query<{ runId: string }>(
      `select run_id "runId" from replay_run where company_id = $1 and state in ('waiting', 'running', 'paused')`,
      [companyId],
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.runId ?? ''
  })
const changeRun = async ({ user: { companyId } }: SignedInTest, change: RunChange) => {
  const runId = await openRun(companyId)
  await inCompany(server.services.ledgerPool, companyId, (client) => changeRuns(client, change, { runId, companyId }))
}

test.each<RunChange>(['pause', 'cancel'])(
  'a change to the replay cannot keep erased texts in the old rows: %s',
  async (change) => {
    const text = `Theodosia, told to ${change}`
    const erasing = await withNote(text)
    await eraseNote(erasing)
    // All projectors are stopped, and the text is already gone from the log.
    expect(await foundIn(server, [text])).toEqual(['document'])
    await changeRun(erasing.owner, change)
    const replays = startProjectorPart('replays', server)
    await untilErased(server)
    expect(await foundIn(server, [text])).toEqual([])
    await replays.stop()
  },
)

test('rows kept for undo or built to compare, and the findings of a comparison, go as well', async () => {
  const text = 'Theodosia once more'
  const erasing = await withNote(text)
  const { companyId, userId } = erasing.owner.user
  const versions = projections.map(({ name, version }) => ({ name, version }))
  const replays = startProjectorPart('replays', server)
  for (const kind of ['replay', 'compare'] as const) {
    const run = { kind, projections: versions, startedBy: 'person', userId } as const
    const runId = await inCompany(server.services.ledgerPool, companyId, (client) => requestRun(client, companyId, run))
    server.services.bell.ring('fettle_runs', [companyId])
    await withSuperuser(server.database.url, async (client) => {
      const state = async () =>
        (await client.query<{ state: string }>('select state from replay_run where run_id = $1', [runId])).rows[0]
          ?.state
      await expect.poll(state).toBe('done')
      const sample = '[{"projection":"job","counts":{"same":"0"},"samples":["Theodosia once more"]}]'
      await client.query('update replay_run set comparisons = $2 where run_id = $1', [runId, sample])
    })
  }
  expect((await foundIn(server, [text])).toSorted()).toEqual(['document', 'event', 'replay_run'])
  await eraseNote(erasing)
  await untilErased(server)
  expect(await foundIn(server, [text])).toEqual([])
  await replays.stop()
})

test('a replay in progress during an erasure starts again', async () => {
  const text = 'Theodosia in the middle'
  const erasing = await withNote(text)
  const { companyId } = erasing.owner.user
  const versions = projections.map(({ name, version }) => ({ name, version }))
  await inCompany(server.services.ledgerPool, companyId, (client) =>
    requestRun(client, companyId, { kind: 'replay', projections: versions, startedBy: 'person', userId: uuid() }),
  )
  const runId = await openRun(companyId)
  // As left by a dead process: old rows, up to some event.
  await withSuperuser(server.database.url, async (client) => {
    await client.query(
      `insert into checkpoint (company_id, projection, generation, version, seq, status, run_id)
       select company_id, projection, 9, version, seq, 'building', $2 from checkpoint where company_id = $1 and status = 'live'`,
      [companyId, runId],
    )
    await client.query(
      `insert into document select company_id, projection, 9, key, body from document where company_id = $1`,
      [companyId],
    )
  })
  await eraseNote(erasing)
  expect(await openRun(companyId)).not.toBe(runId)
  const replays = startProjectorPart('replays', server)
  await untilErased(server)
  expect(await foundIn(server, [text])).toEqual([])
  await replays.stop()
})

test('an erasure is not finished while old rows or findings about them are left', async () => {
  const text = 'Theodosia at the last moment'
  const erasing = await withNote(text)
  const { companyId } = erasing.owner.user
  const owned = (statement: string) =>
    withSuperuser(server.database.url, (client) => client.query(statement, [companyId]))
  await eraseNote(erasing)
  // A process killed after the switch leaves the former live rows, and a comparison had just started.
  await owned(`update checkpoint set status = 'retired' where company_id = $1`)
  await owned(`insert into replay_run (company_id, run_id, kind, state, projections, versions, keeps, started_by,
      events_total, comparisons, ended_at)
    select company_id, gen_random_uuid(), 'compare', 'done', projections, versions, true, 'operator', 0,
      '[{"projection":"job","counts":{"same":"0"},"samples":["${text}"]}]', clock_timestamp()
    from replay_run where company_id = $1`)
  await owned(`update replay_run set state = 'done', ended_at = statement_timestamp()
    where company_id = $1 and state = 'waiting'`)
  await finishAll(server.services)
  const left = await owned('select from erasure where company_id = $1')
  expect(left.rowCount, 'still to be done').toBe(1)

  const replays = startProjectorPart('replays', server)
  const upkeep = startProjectorPart('upkeep', server)
  await untilErased(server)
  expect(await foundIn(server, [text])).toEqual([])
  await Promise.all([replays.stop(), upkeep.stop()])
})

test('a replay requested by an older release, which nothing carries out any more, is requested again', async () => {
  const text = 'Theodosia during an upgrade'
  const erasing = await withNote(text)
  await eraseNote(erasing)
  const runId = await openRun(erasing.owner.user.companyId)
  await withSuperuser(server.database.url, (client) =>
    client.query(
      'update replay_run set versions = array (select one - 1 from unnest(versions) one) where run_id = $1',
      [runId],
    ),
  )
  const replays = startProjectorPart('replays', server)
  await untilErased(server)
  expect(await foundIn(server, [text])).toEqual([])
  await replays.stop()
})

test('the files of imported jobs go with the texts that came from them', async () => {
  const owner = await server.registerCompany()
  const form = new FormData()
  form.append('file', new Blob(['Site,Description\nElm Row 7,Bell of Cornelius Vane\n']), 'jobs.csv')
  const { importId } = await (await server.call(paths.imports, { token: owner.token, body: form })).json()
  const start = await server.call(pathTo(paths.startImport, { importId }), { token: owner.token, method: 'POST' })
  expect(start.status).toBeLessThan(300)
  const description = () =>
    withSuperuser(server.database.url, async (client) => {
      const { rows } = await client.query<{ seq: string }>(
        `select seq from event where company_id = $1 and type = 'JobCreated'`,
        [owner.user.companyId],
      )
      return Number(rows[0]?.seq ?? 0)
    })
  await expect.poll(description).toBeGreaterThan(0)
  const seq = await description()
  expect(await foundIn(server, ['Cornelius'])).toContain('import_run')
  // With the namespace anyone can test which row a job's id came from.
  const isGuessed = () =>
    withSuperuser(server.database.url, async (client) => {
      const { rows } = await client.query<{ jobId: string; known: string[] }>(
        `select stream_id "jobId", array (select company_id from event union select namespace from import_namespace
          union select namespace from import_run where namespace is not null)::text[] known
         from event where company_id = $1 and type = 'JobCreated'`,
        [owner.user.companyId],
      )
      const row = JSON.stringify({ Site: 'Elm Row 7', Description: 'Bell of Cornelius Vane' })
      return rows.some(({ jobId, known }) => known.some((one) => v5(`job|${row}|0`, one) === jobId))
    })
  expect(await isGuessed()).toBe(true)
  const body = erasureOf([{ seq, path: 'tasks.0.description' }])
  expect((await server.call(paths.erasures, { token: owner.token, body })).status).toBe(200)
  const replays = startProjectorPart('replays', server)
  await untilErased(server)
  expect(await foundIn(server, ['Cornelius'])).toEqual([])
  expect(await isGuessed()).toBe(false)
  await replays.stop()
})

test('changes made during an erasure are not lost', async () => {
  const replays = startProjectorPart('replays', server)
  const erasing = await withNote('Theodosia among others')
  const { owner, jobId } = erasing
  const write = (nth: number) =>
    accepted(server, owner, 'AddNote', { jobId, noteId: uuid(), note: `Written meanwhile ${nth}` })
  await Promise.all([eraseNote(erasing), ...Array.from({ length: 8 }, (_, nth) => write(nth))])
  await untilErased(server)
  const { seq } = await write(8)
  const job = await (await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: owner.token })).json()
  const notes: { note: string }[] = job.job.extraNotes
  expect(notes.map((one) => one.note).toSorted()).toEqual(
    ['[erased]', ...Array.from({ length: 9 }, (_, nth) => `Written meanwhile ${nth}`)].toSorted(),
  )
  await replays.stop()
})

test('an erasure that cannot be completed keeps no other company waiting, is counted, and ends once it can', async () => {
  const bad = await withNote('Theodosia who stays')
  const good = await withNote('Theodosia who goes')
  const superuser = (statement: string) => withSuperuser(server.database.url, (client) => client.query(statement))
  const badId = bad.owner.user.companyId
  await superuser(`create function refuse_end() returns trigger language plpgsql as
    $$ begin raise exception 'this erasure does not end'; end $$`)
  await superuser(`create trigger refuse_end before update or delete on erasure for each row
    when (old.company_id = '${badId}') execute function refuse_end()`)
  // More than are read at a time, all before the other company's.
  await superuser(`insert into erasure (company_id, erasure_id, files, imports)
    select '${badId}', gen_random_uuid(), '{}', false from generate_series(1, 120)`)
  await eraseNote(good)
  const replays = startProjectorPart('replays', server)
  const goodLeft = () =>
    superuser(`select from erasure where company_id = '${good.owner.user.companyId}'`).then((one) => one.rowCount)
  await expect.poll(goodLeft).toBe(0)
  const figures = await (await server.call(paths.metrics)).text()
  expect(figures).toContain('fettle_task_failing{task="erasures"} 1')

  await superuser('drop trigger refuse_end on erasure')
  await superuser('delete from erasure where erasure_id <> (select erasure_id from erasure limit 1)')
  // Ends the pause.
  server.services.setbacks.erasures.succeeded(badId)
  await untilErased(server)
  await replays.stop()
})
