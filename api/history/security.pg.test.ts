import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepAudit } from '#api/audit/audit-rows.ts'
import type { AuditAnswer, AuditEntry } from '#core/wire/account/audit.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startServer()
  owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.close()
})

const read = async ({ token }: SignedInTest, before?: string): Promise<AuditAnswer> => {
  const answer = await server.call(`${paths.audit}${before ? `?before=${before}` : ''}`, { token })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
const listed = async (person: SignedInTest, kind: AuditEntry['kind']) =>
  (await read(person)).entries.filter((one) => one.kind === kind)

test('sign-ins are listed with the person, the time, the address and the device; wrong passwords with their number', async () => {
  const dana = await server.registerCompany()
  const { email } = dana.user
  const headers = { 'user-agent': 'Firefox/130 on a test' }
  for (const password of [dana.password, 'wrong one', 'wrong two', 'wrong three'])
    await server.call(paths.login, { body: { email, password }, headers })
  expect(await listed(dana, 'signed-in')).toContainEqual({
    entryId: expect.stringMatching(/^[0-9a-f]{32}$/),
    kind: 'signed-in',
    userId: dana.user.userId,
    detail: '',
    target: '',
    address: '127.0.0.1',
    device: 'Firefox/130 on a test',
    firstAt: expect.stringMatching(/^\d{4}-.*Z$/),
    lastAt: expect.stringMatching(/^\d{4}-.*Z$/),
    // The registration signed in too, within the same hour and from the same address.
    times: 2,
  })
  await expect.poll(async () => (await listed(dana, 'sign-in-failed')).map((one) => one.times)).toEqual([3])
  expect((await read(dana)).people).toMatchObject({ [dana.user.userId]: dana.user.username })
})

test('a flood of refusals of rights is one entry for each thing that was tried', async () => {
  const dana = await server.registerCompany()
  const tom = await addMember(server, dana, 'team')
  const tries = Array.from({ length: 40 }, () => command('RemoveMember', { userId: dana.user.userId }))
  for (const result of await sendCommands(server, tom, ...tries)) expect(result.status).toBe('refused')
  for (let nth = 0; nth < 10; nth += 1)
    expect((await server.call(paths.exportHistory, { token: tom.token })).status).toBe(403)
  const refusals = async () =>
    (await listed(dana, 'refused')).map(({ userId, detail, target, times }) => ({ userId, detail, target, times }))
  const { userId } = tom.user
  await expect
    .poll(async () => (await refusals()).toSorted((a, b) => a.times - b.times))
    .toEqual([
      { userId, detail: 'office-only', target: 'GET /api/history/export', times: 10 },
      { userId, detail: 'owner-only', target: 'RemoveMember', times: 40 },
    ])
})

test('exports, changed roles and changed keys are listed', async () => {
  const dana = await server.registerCompany()
  const tom = await addMember(server, dana, 'team')
  const { token } = dana
  const { jobId, number } = await createJob(server, dana)
  for (const path of [paths.exportJobs, paths.exportParts, `${paths.exportHistory}?format=csv`])
    await (await server.call(path, { token })).text()
  await (await server.call(`${pathTo(paths.jobEvidence, { jobId })}?format=json`, { token })).text()
  expect((await listed(dana, 'exported')).map((one) => [one.detail, one.target]).toSorted()).toEqual([
    ['evidence', `${number}`.padStart(5, '0')],
    ['history', ''],
    ['jobs', ''],
    ['parts', ''],
  ])
  await accepted(server, dana, 'ChangeRole', { userId: tom.user.userId, userRole: 'admin' })
  await accepted(server, dana, 'RemoveMember', { userId: tom.user.userId })
  await accepted(server, dana, 'RestoreMember', { userId: tom.user.userId })
  const roles = await listed(dana, 'role-changed')
  expect(roles.map((one) => one.detail).toSorted()).toEqual(['admin', 'removed', 'restored'])
  expect(new Set(roles.map((one) => one.target))).toEqual(new Set([tom.user.userId]))
  expect((await read(dana)).people).toHaveProperty(tom.user.userId)
  await server.call(paths.calendarFeed, { token, body: { visits: 'all' } })
  await server.call(paths.password, {
    token,
    body: { currentPassword: dana.password, newPassword: 'another sash window' },
  })
  expect((await listed(dana, 'key-changed')).map((one) => one.detail).toSorted()).toEqual(['calendar-link', 'password'])
})

test('the list is the office’s of that company alone, and comes in pages', async () => {
  const [dana, other] = [await server.registerCompany(), await server.registerCompany()]
  const tom = await addMember(server, dana, 'team')
  expect((await server.call(paths.audit, { token: tom.token })).status).toBe(403)
  expect((await server.call(`${paths.audit}?before=1`, { token: dana.token })).status).toBe(400)
  await owner.query(
    `insert into audit_entry select $1, decode(lpad(to_hex(nth), 32, '0'), 'hex'), 'exported', $2, 'jobs', '', '', '',
      now() - make_interval(secs => nth / 3), now(), 1 from generate_series(1, 120) nth`,
    [dana.user.companyId, dana.user.userId],
  )
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await read(dana, before)
    expect(page.entries.length).toBeLessThanOrEqual(50)
    seen.push(...page.entries.map((one) => one.entryId))
    before = page.next
  } while (before)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThanOrEqual(122)
  const theirs = await read(other)
  expect(theirs.entries.every((one) => one.userId === other.user.userId)).toBe(true)
  expect(theirs.entries.filter((one) => seen.includes(one.entryId))).toEqual([])
})

test('entries are swept after 400 days, and no session of the programs can delete or rewrite one before', async () => {
  const dana = await server.registerCompany()
  const { companyId, userId } = dana.user
  await owner.query(
    `insert into audit_entry select $1, uuid_send(gen_random_uuid()), 'exported', $2, 'jobs', '', '', '',
      now() - make_interval(days => days), now(), 1 from unnest(array[399, 401, 500]) days`,
    [companyId, userId],
  )
  const count = async () =>
    (await owner.query('select from audit_entry where company_id = $1', [companyId])).rowCount ?? 0
  const before = await count()
  const { authPool, ledgerPool } = server.services
  await authPool.query("delete from audit_entry where first_at > now() - interval '400 days'")
  expect(await count()).toBe(before)
  for (const change of ['delete from audit_entry', "update audit_entry set detail = ''", 'truncate audit_entry'])
    await expect(inCompany(ledgerPool, companyId, (client) => client.query(change))).rejects.toThrow(
      'permission denied',
    )
  expect(await sweepAudit(authPool, 1)).toBe(2)
  expect(await count()).toBe(before - 2)
})

test('whoever is erased by law leaves no address or device in the list', async () => {
  const dana = await server.registerCompany()
  const tom = await addMember(server, dana, 'team')
  await accepted(server, dana, 'RemoveMember', { userId: tom.user.userId })
  const placesOf = async () =>
    (await owner.query('select address, device from audit_entry where user_id = $1', [tom.user.userId])).rows
  expect((await placesOf()).map((one) => one.address)).toEqual(['127.0.0.1'])
  const erased = await server.call(pathTo(paths.memberErasure, { userId: tom.user.userId }), {
    token: dana.token,
    body: { reason: 'Asked for it' },
  })
  expect(erased.status, await erased.text()).toBe(200)
  expect(await placesOf()).toEqual([{ address: '', device: '' }])
})
