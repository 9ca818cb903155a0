import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let jobId: string
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin')
  jobId = (await createJob(server, olga)).jobId
})
afterAll(() => server.close())

/** Two of a person at once, and sixteen of the company that wait. */
const most = 18

test.each([
  ['pages of the history', () => paths.history],
  ["a job's history", () => pathTo(paths.jobHistory, { jobId })],
  ['jobs as they were', () => `${pathTo(paths.job, { jobId })}?version=1`],
  ["a job's proof", () => pathTo(paths.jobProof, { jobId })],
  ['searches among the jobs', () => `${paths.jobs}?search=ash`],
])('%s: above the share of a person and company, reads are asked to come again soon', async (_, path) => {
  const refused: (string | null)[] = []
  const read = async ({ token }: SignedInTest) => {
    const { status, headers } = await server.call(path(), { token })
    if (status === 429) refused.push(headers.get('retry-after'))
    return status
  }
  await withSuperuser(server.database.url, async (client) => {
    await client.query('begin')
    // The rights of the reader are in other tables.
    await client.query('lock table account, job_row, company_head, signed_head in access exclusive mode')
    const reads = Array.from({ length: most + 2 }, () => read(olga))
    await expect.poll(() => refused).toEqual(['5', '5'])
    // A colleague has a share of their own, and does not wait behind the others.
    reads.push(read(ann))
    await client.query('rollback')
    expect((await Promise.all(reads)).filter((status) => status === 429)).toHaveLength(2)
  })
})
