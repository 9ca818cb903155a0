import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPlainDatabase, type TestDatabase } from '#test/database/database.ts'
import { createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

// Of one machine: a distributed database plans again for each company.
let database: TestDatabase
let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  database = await createPlainDatabase()
  server = await startServer({}, { database })
  dana = await server.registerCompany()
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
})

/** The text of a statement that a connection was given. */
const textOf = ([query]: readonly unknown[]): string[] =>
  typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string' ? [query.text] : []

/** PostgreSQL 15 compares the companies of rows again that it has looked up by their company. */
const ofCompanyAlone = /^Join Filter: \(\w+\.company_id = \w+\.company_id\)$/

/**
 * The joins that compare every row of one table with every row of another, in the plan that PostgreSQL makes of a statement once for all
 * companies.
 */
const comparisons = (text: string) =>
  withSuperuser(server.database.url, async (client) => {
    const values = new Set(text.match(/\$\d+/g)).size
    await client.query(`set plan_cache_mode = force_generic_plan; prepare planned as ${text}`)
    const given = values === 0 ? '' : `(${Array.from({ length: values }, () => 'null').join()})`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute planned${given}`)
    const lines = rows.map((row) => row['QUERY PLAN'].trim())
    return lines.filter((line) => line.startsWith('Join Filter') && !ofCompanyAlone.test(line))
  })

test('no list joins read models by comparing all of their rows, even if PostgreSQL takes each company for a small one', async () => {
  const { jobId } = await createJob(server, dana, { apartmentName: 'Ashdown House' })
  await expect.poll(async () => (await sites()).length).toBe(1)
  const [{ siteId } = { siteId: '' }] = await sites()
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const paths = [
    '/api/sites?filter=open&search=ash',
    '/api/sites?filter=deadlines&agency=calder&direction=desc&counts=yes',
    '/api/sites/agencies',
    '/api/export/sites',
    `/api/sites/${siteId}`,
    `/api/sites/${siteId}/jobs`,
    `/api/jobs/${jobId}/site`,
    `/api/jobs?site=${siteId}`,
    '/api/deadlines',
    '/api/recurring-work',
    '/api/calendar?from=2026-11-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z',
    '/api/parts?filter=late',
    '/api/dashboard',
  ]
  for (const path of paths) expect((await server.call(path, dana)).status, path).toBe(200)
  const texts = asked.mock.calls.flatMap(textOf)
  asked.mockRestore()
  const joining = [...new Set(texts)].filter((text) => /^select .* (join |exists |in \(select )/.test(text))
  expect(joining.length).toBeGreaterThan(8)
  for (const text of joining) expect(await comparisons(text), text).toEqual([])
  // So does a plain join of two of them.
  const plain = `select from site_name n join site_job j on j.company_id = $1 and j.name_key = n.name_key where n.company_id = $1`
  expect(await comparisons(plain)).not.toEqual([])
})

const sites = async (): Promise<{ siteId: string }[]> => (await (await server.call('/api/sites', dana)).json()).sites
