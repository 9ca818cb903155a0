import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReportsAnswer } from '#core/wire/jobs/reports.ts'
import { paths } from '#core/wire/paths.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { openReportPage, sendReport, tokenFor } from '#test/server/reports/repair-reports.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany()
  const page = await openReportPage(server, dana)
  for (const urgency of ['can wait', 'health', 'danger', 'can wait', 'danger']) {
    const form = { words: 'A wire hangs down.', place: 'Ashdown House', name: 'Amara Bello', telephone: '07700 900142' }
    const sent = await sendReport(server, page, { ...form, urgency, token: await tokenFor(server, page) })
    expect(sent.status).toBe(303)
  }
})
afterAll(() => server.close())

const read = async (from?: string): Promise<ReportsAnswer> =>
  (await server.call(`${paths.reports}?${new URLSearchParams(from ? { from } : {})}`, { token: dana.token })).json()

/** Far more reports than any company has waiting; one in a hundred is dangerous, and three came at each moment. */
const manyMore = `
  insert into document (company_id, projection, generation, key, body)
  select d.company_id, d.projection, d.generation, id.key, d.body || jsonb_build_object(
    'reportId', id.key,
    'urgency', case when n % 100 = 0 then 'danger' else 'health' end,
    'reportedAt', to_char(timestamp '2026-01-01' + (n / 3) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
  from (select * from document where projection = 'reports' and company_id = $1 limit 1) d,
    generate_series(1, 20000) n, lateral (select gen_random_uuid()::text || left(n::text, 0) as key) id`

test('dangerous reports come first and then the oldest, page after page, and a page reads only its own rows', async () => {
  await expect
    .poll(async () => (await read()).reports.map((one) => one.urgency))
    .toEqual([...['danger', 'danger'], ...['can wait', 'health', 'can wait']])
  await withSuperuser(server.database.url, async (client) => {
    await client.query(manyMore, [dana.user.companyId])
    await client.query('analyze document')
  })
  const seen: ReportsAnswer['reports'] = []
  let from: string | undefined
  do {
    const page = await read(from)
    seen.push(...page.reports)
    from = page.next
  } while (from && seen.length < 300)
  const place = (one: ReportsAnswer['reports'][number]) =>
    [one.urgency === 'danger' ? 0 : 1, one.reportedAt, one.reportId].join(' ')
  expect(seen.map(place)).toEqual(seen.map(place).sort())
  expect(new Set(seen.map((one) => one.reportId)).size).toBe(300)
  expect(seen.filter((one) => one.urgency === 'danger')).toHaveLength(202)

  const asked = vi.spyOn((await import('pg')).default.Client.prototype, 'query')
  await read(`danger ${seen[120]?.reportedAt} ${seen[120]?.reportId}`)
  const query = asked.mock.calls.flatMap(([one]) => (isReports(one) ? [one] : []))[0]
  asked.mockRestore()
  const plan = await withSuperuser(server.database.url, async (client) => {
    const { rows } = await client.query(`explain (analyze, costs off) ${query?.text}`, query?.values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('document_open_reports')
  expect(plan).not.toContain('Sort')
  // The few checkpoints may be read in any way.
  expect(plan.slice(plan.indexOf('document_open_reports'))).not.toContain('Rows Removed')
})

const isReports = (query: unknown): query is pg.QueryConfig<unknown[]> =>
  typeof query === 'object' && query !== null && 'name' in query && query.name === 'reports-open'
