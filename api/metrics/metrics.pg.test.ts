import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { cut, listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const figures = async () => (await server.call(paths.metrics)).text()
/** The figures are kept for a second. */
const soon = { interval: 50 }

test('the figures count commands, events appended and folded, sockets and requests', async () => {
  const { jobId, seq } = await createJob(server, olga)
  await sendCommands(server, olga, command('NoSuch', {}), command('DeleteTask', { jobId, taskId: jobId }))
  await server.call(`${paths.jobs}?after=${seq}`, { token: olga.token })
  const device = await listen(server, olga)
  const text = await figures()
  device.close()
  expect(text).toContain('fettle_commands_total{type="CreateJob",outcome="accepted"} 1')
  expect(text).toContain('fettle_commands_total{type="unknown",outcome="unknown-command"} 1')
  expect(text).toContain('fettle_commands_total{type="DeleteTask",outcome="task-not-found"} 1')
  expect(text).toContain(`fettle_events_appended_total ${seq}`)
  expect(text).toMatch(/fettle_events_folded_total\{projection="job-rows"\} \d+/)
  expect(text).toMatch(/fettle_projection_lag_events\{projection="job"\} \d+/)
  expect(text).toMatch(/fettle_projection_lag_seconds\{projection="job"\} \d/)
  expect(text).toContain('fettle_projection_parked{projection="job-rows"} 0')
  expect(text).toContain('fettle_projection_generations{projection="job-rows",status="live"} 1')
  expect(text).toMatch(/fettle_read_model_bytes\{table="job_row"\} \d{5}/)
  expect(text).toContain('fettle_replay_companies{state="waiting"} 0')
  expect(text).toContain('fettle_replay_events_left 0')
  expect(text).toContain('fettle_sockets{audience="office"} 1')
  expect(text).toContain('fettle_sockets{audience="team"} 0')
  expect(text).toMatch(/fettle_http_request_seconds_count\{method="POST",route="\/api\/commands",status="200"\} 2/)
})

test('a command that always throws is counted as failed, and keeps neither other commands nor companies waiting', async () => {
  const bad = await server.registerCompany()
  const { jobId } = await createJob(server, bad)
  await withSuperuser(server.database.url, async (client) => {
    await client.query(`create function refuse_note() returns trigger language plpgsql as
      $$ begin raise exception 'no comments of this company'; end $$`)
    await client.query(`create trigger refuse_note before insert on event for each row
      when (new.company_id = '${bad.user.companyId}' and new.type = 'NoteAdded') execute function refuse_note()`)
  })
  const note = () => command('AddNote', { jobId, noteId: randomUUID(), note: 'Rang the bell' })
  const failing = Array.from({ length: 20 }, () =>
    server.call(paths.commands, { token: bad.token, body: { commands: [note()] } }),
  )
  await createJob(server, bad)
  await createJob(server, olga)
  expect(new Set((await Promise.all(failing)).map(({ status }) => status))).toEqual(new Set([500]))
  await expect.poll(figures, soon).toContain('fettle_commands_total{type="AddNote",outcome="failed"} 20')
})

test('scrapes at the same moment are answered with the same figures, collected once', async () => {
  const collect = vi.spyOn(server.services.metrics, 'metrics')
  const collected = async () => {
    collect.mockClear()
    const texts = new Set(await Promise.all(Array.from({ length: 30 }, figures)))
    return { texts: texts.size, times: collect.mock.calls.length }
  }
  // The figures of an earlier test may be up to a second old.
  await expect.poll(collected, soon).toEqual({ texts: 1, times: 1 })
  collect.mockRestore()
})

test('figures that the database is slow to read keep no removed person connected', async () => {
  const fresh = await startServer()
  const owner = await fresh.registerCompany()
  const person = await addMember(fresh, owner, 'team')
  const device = await listen(fresh, person)
  const { metricsPool } = fresh.services
  // Its only connection is taken, so that every read of figures waits until this test ends.
  const taken = await metricsPool.connect()
  const asked = fresh.call(paths.metrics)
  await expect.poll(() => metricsPool.waitingCount, { interval: 10 }).toBeGreaterThan(0)
  await accepted(fresh, owner, 'RemoveMember', { userId: person.user.userId })
  await cut(device)
  taken.release()
  await asked
  await fresh.close()
})

test('no figure names a company, a person or a job', async () => {
  const { jobId } = await createJob(server, olga)
  await server.call(`/api/jobs/${jobId}`, { token: olga.token })
  await expect.poll(figures, soon).toContain('route="/api/jobs/:jobId"')
  const text = await figures()
  for (const secret of [jobId, olga.user.companyId, olga.user.userId, olga.user.email])
    expect(text).not.toContain(secret)
})

test('without a token the figures are for programs on the machine, and not for those behind its proxy', async () => {
  const behind = await server.call(paths.metrics, { headers: { 'x-forwarded-for': '192.0.2.7' } })
  expect([behind.status, await behind.json()]).toMatchObject([401, { code: 'metrics-token-not-set' }])
  expect((await server.call(paths.metrics)).status).toBe(200)
})

test('if a token is set, the figures require it', async () => {
  const metricsToken = 'a token of sixteen or more'
  const guarded = await startServer({ metricsToken }, { projector: false })
  expect((await guarded.call(paths.metrics)).status).toBe(401)
  expect((await guarded.call(paths.metrics, { token: 'another token' })).status).toBe(401)
  expect((await guarded.call(paths.metrics, { headers: { authorization: `Bearer ${metricsToken}` } })).status).toBe(200)
  await guarded.close()
})

test('the documented dashboard and alert rules only use figures that exist', async () => {
  const device = await listen(server, olga)
  await expect.poll(figures, soon).toContain('fettle_sockets{audience="office"} 1')
  const published = new Set([...(await figures()).matchAll(/^# TYPE (fettle_\w+)/gm)].map((one) => one[1]))
  device.close()
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const text = await readFile(new URL(`../../docs/monitoring/${file}`, import.meta.url), 'utf8')
    const queried = new Set([...text.matchAll(/fettle_\w+/g)].map(([name]) => name.replace(/_(count|bucket)$/, '')))
    expect(queried.size).toBeGreaterThan(4)
    for (const name of queried) expect(published).toContain(name)
  }
})
