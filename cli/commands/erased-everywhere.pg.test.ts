import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBackup } from '#cli/backup/write-backup.ts'
import { projections } from '#core/projections/projections.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { compareData } from '#ledger/log/chain.ts'
import { createPlainDatabase, type TestDatabase } from '#test/database/database.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, untilErased, withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { picture, upload } from '#test/server/photo-uploads.ts'
import { requestRunFor } from '#test/server/projection-runs.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createPlainDatabase()
  server = await startServer({}, { database })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

/** Names that appear nowhere else. */
const words = 'Quillfeather Zbigniewska'
const person = 'Xanthippe.Oyelaran'

const rowsOf = <Row extends object>(text: string, values: unknown[] = []) =>
  withSuperuser(server.database.url, async (client) => (await client.query<Row>(text, values)).rows)

/** Runs all projections and waits for the end. */
async function run(kind: 'replay' | 'compare', companyId: string) {
  const { ledgerPool: pool, bell } = server.services
  const runId = await requestRunFor({ pool, bell }, companyId, kind, projections)
  const state = async () =>
    (await rowsOf<{ state: string }>('select state from replay_run where run_id = $1', [runId]))[0]
  await expect.poll(state).toEqual({ state: 'done' })
}

/** Which tables, files and backups contain one of the texts, in any form in which PostgreSQL prints bytes. */
async function everywhere(texts: readonly string[]) {
  const file = join(server.services.config.dataFolder, '..', `${uuid()}.sql.gz`)
  await writeBackup(server.database.url, file)
  const backup = gunzipSync(await readFile(file))
    .toString('utf8')
    .toLowerCase()
  const inBackup = texts.filter((one) => backup.includes(one.toLowerCase()))
  return [...(await foundIn(server, texts)), ...(inBackup.length > 0 ? ['backup'] : [])].toSorted()
}

const holds = ({ digest, salt, data }: { digest: Buffer; salt: Buffer; data: object }) =>
  compareData({ digest: digest.toString('hex'), salt: salt.toString('hex'), data }).holds

/** The tables whose planner statistics contain one of the names. */
const inStatistics = async () => {
  const found = await rowsOf<{ tablename: string }>(
    `select distinct tablename from pg_stats where schemaname = 'public'
      and concat(most_common_vals, histogram_bounds, most_common_elems) ~* $1 order by 1`,
    [`${words}|${person}`],
  )
  return found.map((one) => one.tablename)
}

/** A job with the words in every field that takes free text, and a photo. */
async function writeEverywhere(owner: SignedInTest, team: SignedInTest) {
  const tasks = [
    { taskId: uuid(), description: `Bath of ${words}` },
    { taskId: uuid(), description: 'Tap' },
  ]
  const { jobId } = await createJob(server, owner, {
    apartmentName: `Flat of ${words}`,
    tasks,
    ...{ workOrder: `WO ${words}`, agency: `${words} Ltd`, receivedBy: words },
  })
  const taskId = tasks[1]?.taskId
  await accepted(server, team, 'AddNote', { jobId, noteId: uuid(), note: `${words} rang` })
  await accepted(server, owner, 'DescribeTask', { jobId, taskId, description: `Tap, ask ${words}` })
  const booking = { jobBookingId: uuid(), assignedTo: [team.user.userId], access: `Key at ${words}` }
  const times = { jobStart: '2027-03-01T09:00:00.000Z', jobEnd: '2027-03-01T10:00:00.000Z' }
  await accepted(server, owner, 'ScheduleJob', { jobId, ...booking, ...times })
  const part = {
    partId: uuid(),
    name: `Tap for ${words}`,
    category: 'tap',
    site: words,
    notes: words,
    reference: words,
  }
  await accepted(server, owner, 'AddPart', {
    ...part,
    purchaseDate: '2026-11-20',
    expectedDelivery: '2026-11-25',
    jobId: '',
  })
  await accepted(server, owner, 'AddTodo', { userId: owner.user.userId, todoId: uuid(), text: `Ring ${words}` })
  const bytes = await picture(640, 480, '#37b').jpeg().toBuffer()
  const fields = { descriptions: JSON.stringify([`${words} at the door`]) }
  expect((await upload(server, team, jobId, { files: [{ bytes }], fields })).status).toBe(200)
  return { jobId }
}

test('erased texts, photos and names are gone from everywhere: kept rows, comparisons, files and backups', {
  timeout: 90_000,
}, async () => {
  const owner = await server.registerCompany()
  const { companyId } = owner.user
  const gone = await addMember(server, owner, 'team', person)
  const { jobId } = await writeEverywhere(owner, gone)
  await server.call(paths.login, { body: { email: gone.user.email, password: 'wrong' } })
  await server.call(paths.forgot, { body: { email: gone.user.email } })
  // An unsent email.
  await rowsOf(
    `insert into mail (mail_id, kind, recipient, due_at) values ($1, 'reset', $2, now() + interval '1 hour')`,
    [uuid(), gone.user.email],
  )
  // Rows kept for undo, rows of a dry run, and its result: a row without its name.
  await run('replay', companyId)
  await rowsOf(
    `update document set body = jsonb_set(body, '{extraNotes}', '[]') where company_id = $1 and projection = 'job'`,
    [companyId],
  )
  await run('compare', companyId)
  expect(await rowsOf('select distinct status from checkpoint where company_id = $1 order by 1', [companyId])).toEqual([
    { status: 'compared' },
    { status: 'kept' },
    { status: 'live' },
  ])
  const files = join(server.services.config.dataFolder, 'images', companyId)
  const images = await Promise.all(
    (await readdir(files)).map(async (name) => ({ name, bytes: await readFile(join(files, name)) })),
  )
  const sealed = await rowsOf<{ secret: string }>(
    `select encode(substring(salt from 33), 'hex') secret from event where company_id = $1
      and type in ('NoteAdded', 'ImageAdded', 'JobReferred', 'PartAdded', 'TodoAdded') union all
     select encode(request, 'hex') from event where company_id = $1 and type in ('NoteAdded', 'ImageAdded', 'JobCreated')`,
    [companyId],
  )
  const secrets = [
    ...[words, person, gone.user.email],
    ...images.flatMap(({ name, bytes }) => [name.slice(0, 64), bytes.toString('latin1').slice(0, 400)]),
    ...sealed.map((one) => one.secret),
  ]
  const note = async () => {
    const [row] = await rowsOf<{ salt: Buffer; digest: Buffer; data: object }>(
      `select salt, digest, data from event where company_id = $1 and type = 'NoteAdded'`,
      [companyId],
    )
    if (!row) throw new Error('No note found')
    return row
  }
  expect(images).toHaveLength(2)
  expect(sealed.length).toBeGreaterThan(7)
  const before = await note()
  expect(holds(before)).toBe(true)
  // The planner's statistics contain samples of the values.
  await rowsOf('analyze')
  expect(await inStatistics()).toEqual(
    expect.arrayContaining(['account', 'account_email', 'document', 'event', 'job_row']),
  )
  expect(await everywhere([words])).toEqual(
    [
      ...['backup', 'calendar_row', 'dashboard_job', 'document', 'event', 'job_row', 'part_row', 'replay_run'],
      ...['site_job', 'site_name'],
    ].toSorted(),
  )
  expect(await everywhere([person])).toEqual(expect.arrayContaining(['account', 'backup', 'mail']))

  const seqs = await rowsOf<{ seq: number }>(
    `select seq::int from event where company_id = $1 and stream <> 'member'`,
    [companyId],
  )
  const all = await Promise.all(seqs.map(async ({ seq }) => (await erasableWith(server, owner, seq)).texts))
  const texts = all.flat().filter((one) => one.asked && (one.field === 'src' || one.text.includes(words)))
  const answer = await server.call(paths.erasures, { token: owner.token, body: erasureOf(texts) })
  expect(answer.status).toBe(200)
  await accepted(server, owner, 'RemoveMember', { userId: gone.user.userId })
  const forget = { token: owner.token, body: { reason: 'She asked for it' } }
  expect((await server.call(pathTo(paths.memberErasure, { userId: gone.user.userId }), forget)).status).toBe(200)
  await untilErased(server)

  expect(await everywhere(secrets)).toEqual([])
  expect(await inStatistics()).toEqual([])
  expect(await readdir(files)).toEqual([])
  expect(await (await server.call(pathTo(paths.job, { jobId }), { token: owner.token })).text()).toContain('[erased]')
  // The new salt prevents anyone from testing guesses of the erased text.
  expect(holds({ ...before, salt: (await note()).salt })).toBe(false)
  expect(holds(await note())).toBe(true)
})
