import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteIdOf } from '#core/site/site-names.ts'
import { addDays } from '#core/time/wall-clock.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import type { OneRecurringAnswer } from '#core/wire/jobs/recurring.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { makeRecurringJobs } from '#test/server/recurring/recurring-jobs.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { untilProjected } from '#test/server/until-projected.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('recurring work of a site that was merged into one which only jobs have named goes on there', async () => {
  const olga = await server.registerCompany()
  const { token, user } = olga
  const [siteId, recurringId] = [uuid(), uuid()]
  await accepted(server, olga, 'AddSite', { siteId, name: '4 Elm Row' })
  const { jobId } = await createJob(server, olga, { apartmentName: '4 Elm Rowe' })
  const into = siteIdOf(jobId, 1)
  const first = addDays(new Date().toISOString().slice(0, 10), 20)
  await accepted(server, olga, 'SetUpRecurringWork', {
    recurringId,
    siteId,
    title: 'Gutter clearing',
    rule: {
      repeats: 'yearly',
      every: 1,
      on: [{ month: Number(first.slice(5, 7)), day: Number(first.slice(8)) }],
      first,
    },
    holidays: 'keep the date',
    leadDays: 14,
    tasks: [{ description: 'Clear gutters' }],
  })
  await accepted(server, olga, 'MergeSite', { siteId, into })
  await makeRecurringJobs(server, new Date(`${addDays(first, -10)}T12:00:00Z`))

  await untilProjected(server)
  const { jobs }: JobsAnswer = await (await server.call(paths.jobs, { token })).json()
  const [made, ...others] = jobs.filter((one) => one.jobId !== jobId)
  expect(others).toEqual([])
  expect(await jobNow(server, olga, made?.jobId ?? '')).toMatchObject({
    apartmentName: '4 Elm Rowe',
    apartmentId: into,
    office: { recurring: { recurringId, date: first } },
  })
  expect(server.services.setbacks['recurring-work'].of(user.companyId)).toBeUndefined()
  const path = pathTo(paths.oneRecurringWork, { recurringId })
  const { work }: OneRecurringAnswer = await (await server.call(path, { token })).json()
  expect(work).toMatchObject({ state: 'on', site: '4 Elm Rowe', madeAhead: [{ jobId: made?.jobId }] })
})
