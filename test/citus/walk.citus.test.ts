import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { restoreBackup } from '#cli/backup/restore-backup.ts'
import { writeBackup } from '#cli/backup/write-backup.ts'
import { serviceAddress } from '#cli/database/service-logins.ts'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { distribute } from '#migrations/distribution/distribute.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { emptyCitusDatabase, onCitus } from '#test/database/citus-database.ts'
import { createUnmigratedDatabase, type TestDatabase } from '#test/database/database.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { replayChecksums } from '#test/histories/replay-checksums.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { erasableWith, eraseCompanyOf, erasureOf, startProjectorPart } from '#test/server/erasures.ts'
import { draftImport } from '#test/server/import-files.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { answerTo, asProjector, soundLedgers } from './on-citus.ts'

/** A walk through the product: each test builds on those before it. */
let database: TestDatabase
let server: TestServer
let upkeep: { stop(): Promise<void> }
let olga: SignedInTest
let stranger: SignedInTest
let folder: string
const jobs: Awaited<ReturnType<typeof createJob>>[] = []

const fettle = (...args: string[]) => runFettle(args, { DATABASE_URL: database.url, FETTLE_DATA: folder })
const answer = (to: string) => answerTo(server, olga, to)
const asked = (query: string, ...values: unknown[]) => asProjector(database.url, (pool) => pool.query(query, values))

beforeAll(async () => {
  folder = await mkdtemp(path.join(inject('temporaryFolder'), 'citus-'))
  database = await emptyCitusDatabase()
  await distribute(database.url)
  server = await startServer({}, { database })
  upkeep = startProjectorPart('upkeep', server)
  olga = await server.registerCompany({ businessName: 'Bright Repairs' })
  jobs.push(await createJob(server, olga))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('work', () => {
  test('companies register, and each sees its own', async () => {
    stranger = await server.registerCompany()
    await createJob(server, stranger, { apartmentName: 'Elsewhere' })
    const team = await addMember(server, olga, 'team')
    jobs.push(await createJob(server, olga, { receivedBy: 'Mrs Quillfeather' }))
    await accepted(server, team, 'AddNote', { jobId: jobs[1]?.jobId, noteId: uuid(), note: 'Quillfeather was out' })
    expect(await answer(paths.team)).toMatchObject({ users: { length: 2 } })
    expect(await answer(`${paths.jobs}?search=Elsewhere`)).toMatchObject({ totalResults: 0 })
  })

  test('commands get gapless numbers, in whatever order they arrive, and each takes effect once', async () => {
    const created = await Promise.all(Array.from({ length: 12 }, () => createJob(server, olga)))
    jobs.push(...created)
    expect(created.map((one) => one.number ?? 0).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, nth) => nth + 3),
    )
    const note = command('AddNote', { jobId: jobs[0]?.jobId, noteId: uuid(), note: 'Rang twice' })
    const [first] = await sendCommands(server, olga, note)
    const [second] = await sendCommands(server, olga, note)
    expect(first).toMatchObject({ status: 'accepted' })
    expect(second).toEqual(first)
  })

  test('a refused command stays refused', async () => {
    const refused = command('AddNote', { jobId: uuid(), noteId: uuid(), note: 'Nowhere' }, { attempt: 1 })
    for (const _ of [1, 2]) expect(await sendCommands(server, olga, refused)).toMatchObject([{ status: 'refused' }])
  })

  test('what others do is pushed', async () => {
    const device = await listen(server, olga)
    const { jobId } = await createJob(server, olga)
    await device.pushed((one) => one.rows.some((row) => JSON.stringify(row).includes(jobId)))
    device.close()
  })

  test('every screen reads', async () => {
    const [job] = jobs
    const jobId = job?.jobId ?? ''
    const { seq } = await accepted(server, olga, 'AddTodo', {
      userId: olga.user.userId,
      todoId: uuid(),
      text: 'Order taps',
    })
    await answer(`${paths.jobs}?after=${seq}`)
    const to = [
      `${paths.jobs}?search=High&sort=jobRef&direction=desc`,
      `${paths.jobs}?page=2`,
      pathTo(paths.job, { jobId }),
      `${pathTo(paths.job, { jobId })}?version=1`,
      pathTo(paths.jobHistory, { jobId }),
      pathTo(paths.jobImages, { jobId }),
      pathTo(paths.jobProof, { jobId }),
      `${pathTo(paths.jobEvidence, { jobId })}?format=json`,
      `${paths.calendar}?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z`,
      ...[paths.me, paths.team, paths.company, paths.dashboard, paths.parts, paths.todos, paths.history, paths.audit],
      `${paths.history}?search=tap&from=2026-11-01&to=2099-01-01`,
      pathTo(paths.historyEvent, { seq: '3' }),
      pathTo(paths.list, { list: 'apartments' }),
      ...[paths.imports, paths.sessions, paths.signIns, paths.ledger, paths.proof, paths.projections],
      paths.secondFactor,
      paths.exportJobs,
      paths.exportParts,
      `${paths.exportBookings}?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z`,
      `${paths.exportHistory}?format=json`,
      paths.personalData,
    ]
    for (const one of to) await answer(one)
    expect((await server.call(paths.metrics)).status).toBe(200)
  })

  test('a file of jobs is imported, and refused rows are listed', async () => {
    const rows = Array.from({ length: 20 }, (_, nth) => `${nth + 1} Elm Row,WO-${nth}`)
    const { importId } = await draftImport(server, olga, `Site,Work Order\n${rows.join('\n')}\n,WO-missing`)
    const start = await server.call(pathTo(paths.startImport, { importId }), { token: olga.token, method: 'POST' })
    expect(start.status).toBeLessThan(300)
    const read = async (): Promise<ImportAnswer> => answer(pathTo(paths.import, { importId }))
    await expect.poll(async () => (await read()).state).toBe('done')
    expect(await read()).toMatchObject({ progress: { imported: 20 }, username: olga.user.username })
    expect(JSON.stringify(await answer(paths.imports))).toContain(olga.user.username)
  })
})

describe('the wall holds on the workers', () => {
  test('a session that opens another company without its proof sees and changes nothing', async () => {
    const pool = connect(serviceAddress(database.url), 'fettle_api', { max: 1 })
    const own = await inCompany(pool, olga.user.companyId, (client) => client.query('select from event limit 1'))
    expect(own.rowCount).toBe(1)
    const smuggled = inCompany(pool, olga.user.companyId, async (client) => {
      await client.query(`set local fettle.company = '${stranger.user.companyId}'`)
      const seen = []
      for (const table of ['event', 'document', 'company_head', 'audit_entry'])
        seen.push((await client.query(`select from ${table} limit 1`)).rowCount)
      return seen
    })
    expect(await smuggled).toEqual([0, 0, 0, 0])
    await pool.end()
  })

  test('the log is append-only on every shard, for the owner as well', async () => {
    for (const change of [
      `update event set data = '{}'`,
      'delete from event',
      'truncate event',
      `update settled_command set request = ''`,
    ])
      await expect(
        onCitus((client) => client.query(change)),
        change,
      ).rejects.toThrow(/append-only|permission denied/)
  })
})

describe('projections', () => {
  test('a replay and a comparison of everything find what is live', async () => {
    const compared = await fettle('replay', '--all', '--compare')
    expect(compared, compared.out).toMatchObject({ code: 0 })
    expect(compared.out).toContain('live and rebuilt rows match')
    const replayed = await fettle('replay', '--all', '--json')
    expect(replayed, replayed.errors).toMatchObject({ code: 0 })
    expect(JSON.parse(replayed.out)).toMatchObject({ companies: { done: 2 }, failed: [], busy: [] })
  })

  test('a replay that a person asks for ends with the same rows', async () => {
    for (const projection of ['job', 'job-rows', 'part-rows', 'dashboard-jobs']) {
      const folded = await replayChecksums(server, olga.user.companyId, projection)
      expect(folded.after).toEqual(folded.before)
    }
  })
})

describe('erasure', () => {
  test('an erased text is gone, and the ledger still verifies', async () => {
    const [, job] = jobs
    const { texts } = await erasableWith(server, olga, job?.seq ?? 0)
    const named = texts.filter((one) => one.text.includes('Quillfeather'))
    const erased = await server.call(paths.erasures, { token: olga.token, body: erasureOf(named) })
    expect(erased.status, await erased.text()).toBe(200)
    await expect.poll(async () => (await asked('select from erasure')).rowCount).toBe(0)
    expect(JSON.stringify(await answer(pathTo(paths.job, { jobId: job?.jobId ?? '' })))).not.toContain(
      'Mrs Quillfeather',
    )
    expect(await soundLedgers(database.url)).toBe(2)
  })

  test('a closed company is erased', async () => {
    const closing = await server.registerCompany({ businessName: 'Short Lived' })
    await createJob(server, closing, { apartmentName: 'Quillfeather House' })
    await eraseCompanyOf(server, closing, 'Short Lived')
    const { companyId } = closing.user
    const { rows } = await asked('select data::text from event where company_id = $1', companyId)
    expect(JSON.stringify(rows)).not.toContain('Quillfeather')
    expect((await asked('select from document where company_id = $1', companyId)).rowCount).toBe(0)
    expect(await soundLedgers(database.url)).toBe(3)
  })
})

describe('operating', () => {
  test('a backup is restored on one machine, and verifies there', async () => {
    const file = path.join(folder, 'fettle.sql.gz')
    const { rows } = await writeBackup(database.url, file)
    // Read in the roles that see one company each, and so in need of its proof.
    expect(rows).toMatchObject({ company_head: 3, import_run: 1, import_refusal: 1, import_namespace: 1 })
    const plain = await createUnmigratedDatabase()
    expect((await restoreBackup(plain.url, file)).rows).toEqual(rows)
    const pool = connect(plain.url, 'fettle_projector', { max: 2 })
    const found = await verifyLedger(pool)
    expect(found).toHaveLength(3)
    for (const one of found) expect(one.fault).toBeUndefined()
    await pool.end()
    await plain.drop()
  })

  test('a backup is restored on Citus, distributed, verified and replayed', async () => {
    const rows = () => asProjector(database.url, (pool) => checksum(pool, olga.user.companyId))
    const before = await rows()
    await upkeep.stop()
    await server.close()
    await emptyCitusDatabase()
    await restoreBackup(database.url, path.join(folder, 'fettle.sql.gz'))
    expect(await distribute(database.url)).toContain('spread event over the workers by company')
    const replayed = await fettle('replay', '--all', '--json')
    expect(replayed, replayed.errors).toMatchObject({ code: 0 })
    expect(await soundLedgers(database.url)).toBe(3)
    expect(await rows()).toEqual(before)
  })
})
