import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteIdOf } from '#core/site/site-names.ts'
import { addDays } from '#core/time/wall-clock.ts'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { replayChecksums } from '#test/histories/replay-checksums.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { erasableWith, erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { makeRecurringJobs } from '#test/server/recurring/recurring-jobs.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { untilProjected } from '#test/server/until-projected.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

async function erase({ token }: SignedInTest, texts: readonly { seq: number; path: string }[]): Promise<void> {
  expect((await server.call(paths.erasures, { token, body: erasureOf(texts) })).status).toBe(200)
  await untilErased(server)
  await untilProjected(server)
}
const siteOfJob = async ({ token }: SignedInTest, jobId: string): Promise<SiteAnswer> =>
  (await server.call(pathTo(paths.siteOfJob, { jobId }), { token })).json()
/** The seq of the event that created a job. */
async function creationOf({ token }: SignedInTest, jobId: string): Promise<number> {
  const { entries } = await (await server.call(pathTo(paths.jobHistory, { jobId }), { token })).json()
  return entries.at(-1).seq
}

test('a site that only jobs have named keeps its id, and what points to it, once its name is erased in the first of them', async () => {
  const olga = await server.registerCompany()
  const { companyId } = olga.user
  const first = await createJob(server, olga, { apartmentName: '7 Quill Row' })
  const second = await createJob(server, olga, { apartmentName: '7 Quill Row' })
  const site = siteIdOf(first.jobId, 1)
  const [merged, recurringId] = [uuid(), uuid()]
  await accepted(server, olga, 'AddSite', { siteId: merged, name: 'Quill Row Seven' })
  await accepted(server, olga, 'MergeSite', { siteId: merged, into: site })
  const day = addDays(new Date().toISOString().slice(0, 10), 5)
  await accepted(server, olga, 'SetUpRecurringWork', {
    recurringId,
    siteId: site,
    title: 'Gutters',
    rule: {
      repeats: 'yearly',
      every: 1,
      on: [{ month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }],
      first: day,
    },
    holidays: 'keep the date',
    leadDays: 5,
    tasks: [{ description: 'Clear gutters' }],
  })
  await untilProjected(server)
  await erase(olga, [{ seq: await creationOf(olga, first.jobId), path: 'apartmentName' }])

  const isAsBefore = async () =>
    expect(await siteOfJob(olga, second.jobId)).toMatchObject({
      site: { siteId: site, name: '7 Quill Row' },
      merged: [{ siteId: merged, name: 'Quill Row Seven' }],
    })
  await isAsBefore()
  expect((await jobNow(server, olga, first.jobId)).apartmentName).toBe('[erased]')
  await makeRecurringJobs(server, new Date(`${day}T09:00:00Z`))
  await untilProjected(server)
  expect(server.services.setbacks['recurring-work'].of(companyId)).toBeUndefined()
  for (const projection of ['sites', 'site-names', 'site-jobs']) {
    const folded = await replayChecksums(server, companyId, projection)
    expect(folded.after).toEqual(folded.before)
  }
  await isAsBefore()
  const pool = connect(server.database.url, 'fettle_projector', { max: 2 })
  expect(await verifyLedger(pool, { companyId })).not.toMatchObject([{ fault: expect.anything() }])
  await pool.end()
})

test('a site of another name keeps the name that only jobs gave it', async () => {
  const olga = await server.registerCompany()
  const siteId = uuid()
  await accepted(server, olga, 'AddSite', { siteId, name: 'Elm Lodge' })
  const first = await createJob(server, olga, { apartmentName: 'The Lodge', apartmentId: siteId })
  const second = await createJob(server, olga, { apartmentName: 'The Lodge' })
  await untilProjected(server)
  await erase(olga, [{ seq: await creationOf(olga, first.jobId), path: 'apartmentName' }])
  expect(await siteOfJob(olga, second.jobId)).toMatchObject({
    site: { siteId, name: 'Elm Lodge' },
    otherNames: ['The Lodge'],
  })
})

test('a name that a site kept is found with its last job, and erased with it leaves nothing', async () => {
  const olga = await server.registerCompany()
  const first = await createJob(server, olga, { apartmentName: 'Mrs Thistlewick' })
  const second = await createJob(server, olga, { apartmentName: 'Mrs Thistlewick' })
  await untilProjected(server)
  await erase(olga, [{ seq: await creationOf(olga, first.jobId), path: 'apartmentName' }])
  const { texts } = await erasableWith(server, olga, await creationOf(olga, second.jobId))
  const named = texts.filter((one) => one.text === 'Mrs Thistlewick')
  expect(named.map((one) => [one.path, one.asked, one.sentence])).toEqual([
    ['apartmentName', true, expect.stringContaining('created the job')],
    ['name', false, expect.stringContaining('added the site to the address book')],
  ])
  await erase(olga, named)
  expect(await foundIn(server, ['thistlewick'])).toEqual([])
  // Nobody has the name any more, so that no site keeps anything of it.
  const only = await createJob(server, olga, { apartmentName: 'Mr Thistlewick' })
  await untilProjected(server)
  await erase(olga, [{ seq: await creationOf(olga, only.jobId), path: 'apartmentName' }])
  expect(await foundIn(server, ['thistlewick'])).toEqual([])
})
