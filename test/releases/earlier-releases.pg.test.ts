import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { expect, inject, test } from 'vitest'
import { restoreBackup } from '#cli/backup/restore-backup.ts'
import { writeBackup } from '#cli/backup/write-backup.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { ProjectionsAnswer } from '#core/wire/projections.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { readEvents } from '#ledger/log/read.ts'
import { verifyInstallationLog } from '#ledger/proof/installation-log.ts'
import { readSignedHead } from '#ledger/proof/signed-head.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { migrate } from '#migrations/migrate.ts'
import { replay } from '#projector/replay/replay.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { createUnmigratedDatabase } from '#test/database/database.ts'
import { allLiveRows, foldedOneByOne } from '#test/histories/stored-history.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf } from '#test/reliability/extent.ts'
import { accepted } from '#test/server/commands.ts'
import { foundIn, startProjectorPart, withSuperuser } from '#test/server/erasures.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { type EarlierRelease, earlierReleases } from './earlier-releases.ts'

/** The one with the most to change comes first: it has erasures, an import and signed heads in their first forms. */
const releases = earlierReleases().toSorted((a, b) => Number(b.commit === '0aaf9b0b') - Number(a.commit === '0aaf9b0b'))

test.for(releases.slice(0, lengthOf('FETTLE_RELEASES', 1)))(
  'the database of the release with migration $migration is upgraded, and nothing in it is lost or changed',
  { timeout: 300_000 },
  async (release, { task }) => {
    const { companyId } = release
    const database = await createUnmigratedDatabase(release.sql)
    const migrations = await migrate(database.url)
    expect(migrations.length).toBeGreaterThan(0)
    const server = await startServer({}, { database })
    // It asks for the replays that a newer release needs.
    const upkeep = startProjectorPart('upkeep', server)
    const pool = connect(database.url, 'fettle_projector', { max: 4 })
    expect(await faultsOf(pool, release)).toEqual([])
    if (release.erasedText) expect(await foundIn(server, [release.erasedText])).toEqual([])

    const seq = await useAs(server, release)
    await upkeep.stop()
    await server.close()
    const events = await inCompany(pool, companyId, (client) => readEvents(client, companyId, 0, seq + 100))
    expect(await allLiveRows(pool, companyId)).toEqual(foldedOneByOne(events))
    const live = await checksum(pool, companyId)
    expect((await replay(pool, { companyId })).failed).toEqual([])
    expect(await checksum(pool, companyId)).toEqual(live)

    const file = path.join(await mkdtemp(path.join(inject('temporaryFolder'), 'release-')), 'fettle.sql.gz')
    await writeBackup(database.url, file)
    const another = await createUnmigratedDatabase()
    await restoreBackup(another.url, file)
    const restored = connect(another.url, 'fettle_projector', { max: 4 })
    expect((await replay(restored, { companyId })).failed).toEqual([])
    expect(await checksum(restored, companyId)).toEqual(live)
    expect(await faultsOf(restored, release)).toEqual([])
    task.meta.extent = `${release.migration}: ${count(release.ledger.seq, 'event')}, ${count(migrations.length, 'migration')}`

    // As if a migration had changed what was recorded.
    await withSuperuser(another.url, async (client) => {
      await client.query("set session_replication_role = 'replica'")
      await client.query("update event set recorded_at = recorded_at + interval '1 second' where seq = 2")
    })
    expectFound(task, 'an upgrade that changes an event', await faultsOf(restored, release))
    await Promise.all([pool.end(), restored.end()])
    await Promise.all([database.drop(), another.drop()])
  },
)

/** What is wrong with the log: within itself, and compared with the heads that the release printed and signed. */
async function faultsOf(pool: pg.Pool, { companyId, ledger, signedHead }: EarlierRelease): Promise<string[]> {
  const signed = signedHead ? readSignedHead(signedHead)?.head : undefined
  if (signedHead && !signed) return ['its signed head cannot be read']
  const heads = [ledger, ...(signed ? [signed] : [])]
  const [found] = await verifyLedger(pool, { companyId, knownHeads: async () => heads })
  const log = await verifyInstallationLog(pool)
  return [
    ...(found?.fault ? [`event ${found.fault.seq} is not as recorded: ${found.fault.reason}`] : []),
    ...heads.flatMap((head, nth) => (found?.known?.[nth] === 'holds' ? [] : [`the head at ${head.seq} does not hold`])),
    ...(log.fault ? [`the log of signed heads is not whole: ${log.fault.reason}`] : []),
  ]
}

/** Signs in as the release's owner, comments on its job and reads it. Returns the comment's seq, once all rows are there. */
async function useAs(server: TestServer, { companyId, email, password, jobId }: EarlierRelease): Promise<number> {
  const answer = await server.call(paths.login, { body: { email, password } })
  expect(answer.status).toBe(200)
  const { token, user }: SignedIn = await answer.json()
  expect(user).toMatchObject({ companyId, userRole: 'owner' })
  const { seq } = await accepted(server, { token }, 'AddNote', { jobId, noteId: uuid(), note: 'After the upgrade' })
  const read = async (): Promise<JobAnswer> =>
    (await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token })).json()
  const notesOf = async () => (await read()).job.extraNotes.map((one) => one.note)
  await expect.poll(notesOf).toContain('After the upgrade')
  expect((await read()).job.images).toHaveLength(1)
  const behind = async () => {
    const state: ProjectionsAnswer = await (await server.call(paths.projections, { token })).json()
    return state.projections.filter((one) => one.state !== 'live' || one.lag.events > 0).map(({ name }) => name)
  }
  await expect.poll(behind).toEqual([])
  return seq
}
