import { generate } from 'otplib'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import type { AuthenticatorSetup } from '#core/wire/account/second-factor.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { command } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type Call, type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { forgetAuditPlaces, storeAudit } from './audit-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const businessName = 'Harrow & Pike'
const auditOf = async ({ token }: SignedInTest): Promise<AuditAnswer['entries']> =>
  (await (await server.call(paths.audit, { token })).json()).entries
const inDatabase = async (text: string, values: unknown[] = []) =>
  (await withSuperuser(server.database.url, (client) => client.query(text, values))).rows

/** Until it is called again with false, no entry of this company can be written. */
const refuseEntries = (companyId: string, refused = true) =>
  inDatabase(
    refused
      ? `alter table audit_entry add constraint refused check (company_id <> '${companyId}') not valid`
      : 'alter table audit_entry drop constraint refused',
  )

/** A change, and what the audit list has of it. */
type Change = {
  detail: string
  /** What the change needs before it. */
  before?: (owner: SignedInTest, tom: SignedInTest) => Promise<unknown>
  call: (owner: SignedInTest, tom: SignedInTest) => Promise<{ path: string; asked: Call }>
}

const send = (type: string, data: (tom: SignedInTest) => object, detail: string): Change => ({
  detail,
  call: async ({ token }, tom) => ({
    path: paths.commands,
    asked: { token, body: { commands: [command(type, { userId: tom.user.userId, ...data(tom) })] } },
  }),
})
const remove = async ({ token }: SignedInTest, { user }: SignedInTest) =>
  server.call(pathTo(paths.user, { userId: user.userId }), { method: 'DELETE', token })

async function appSetUp({ token }: SignedInTest) {
  const setup: AuthenticatorSetup = await (await server.call(paths.authenticator, { token, method: 'POST' })).json()
  return { setup: setup.setup, code: await generate({ secret: setup.secret }) }
}
const withApp = async (owner: SignedInTest) =>
  server.call(paths.authenticator, { token: owner.token, method: 'PUT', body: await appSetUp(owner) })

const changes: Record<string, Change> = {
  'a changed role': send('ChangeRole', () => ({ userRole: 'admin' }), 'admin'),
  'a removed person': send('RemoveMember', () => ({}), 'removed'),
  'a restored person': { ...send('RestoreMember', () => ({}), 'restored'), before: remove },
  'a role changed by the specified call': {
    detail: 'admin',
    call: async ({ token }, { user }) => ({
      path: pathTo(paths.user, { userId: user.userId }),
      asked: { method: 'PUT', token, body: { role: 'admin' } },
    }),
  },
  'custom claims': {
    detail: 'admin',
    call: async ({ token }, { user: { userId: uid, companyId, username } }) => ({
      path: paths.setCustomClaims,
      asked: { token, body: { uid, userRole: 'admin', username, companyId } },
    }),
  },
  'an invitation': {
    detail: 'invited-team',
    call: async ({ token, user: { companyId } }) => ({
      path: paths.addTeamMember,
      asked: { token, body: { username: 'sam', email: `${uuid()}@example.com`, role: 'team', companyId } },
    }),
  },
  'a closed company': {
    detail: 'company-closed',
    call: async ({ token }) => ({ path: paths.companyClosing, asked: { token, body: { name: businessName } } }),
  },
  'a reopened company': {
    detail: 'company-reopened',
    before: ({ token }) => server.call(paths.companyClosing, { token, body: { name: businessName } }),
    call: async ({ token }) => ({ path: paths.companyClosing, asked: { method: 'DELETE', token } }),
  },
  'a calendar link': {
    detail: 'calendar-link',
    call: async ({ token }) => ({ path: paths.calendarFeed, asked: { token, body: { visits: 'all' } } }),
  },
  'a calendar link that was to be changed, where there was none': {
    detail: 'calendar-link',
    call: async ({ token }) => ({ path: paths.calendarFeed, asked: { method: 'PUT', token, body: { visits: 'all' } } }),
  },
  'a calendar link that is turned off': {
    detail: 'calendar-link-ended',
    before: ({ token }) => server.call(paths.calendarFeed, { token, body: { visits: 'all' } }),
    call: async ({ token }) => ({ path: paths.calendarFeed, asked: { method: 'DELETE', token } }),
  },
  'a new password': {
    detail: 'password',
    call: async ({ token, password }) => ({
      path: paths.password,
      asked: { token, body: { currentPassword: password, newPassword: 'another sash window' } },
    }),
  },
  'an authenticator app': {
    detail: 'authenticator',
    call: async (owner) => ({
      path: paths.authenticator,
      asked: { token: owner.token, method: 'PUT', body: await appSetUp(owner) },
    }),
  },
  'an authenticator app that is turned off': {
    detail: 'authenticator-ended',
    before: withApp,
    call: async ({ token }) => ({ path: paths.authenticator, asked: { token, method: 'DELETE' } }),
  },
  'new recovery codes': {
    detail: 'recovery-codes',
    before: withApp,
    call: async ({ token }) => ({ path: paths.recoveryCodes, asked: { token, method: 'POST' } }),
  },
  'extra checks': {
    detail: 'extra-checks',
    call: async ({ token }) => ({
      path: paths.extraChecks,
      asked: { token, method: 'PUT', body: { asksAgain: true } },
    }),
  },
  'a rule for the second factor': {
    detail: 'second-factor-for-owner',
    before: withApp,
    call: async ({ token }) => ({
      path: paths.secondFactorRule,
      asked: { token, method: 'PUT', body: { secondFactorFor: 'owner', from: 'nobody' } },
    }),
  },
}

describe('a change and its entry in the audit list are both kept, or neither', () => {
  test.each(Object.entries(changes))('%s', async (_, { detail, before, call }) => {
    const owner = await server.registerCompany({ businessName })
    const tom = await addMember(server, owner, 'team')
    const { companyId } = owner.user
    await before?.(owner, tom)
    const { path, asked } = await call(owner, tom)
    const kept = () => keptOf(companyId)
    const entries = async () => (await auditOf(owner)).filter((one) => one.detail === detail).map(({ times }) => times)
    await sent(companyId)
    const was = await kept()
    await refuseEntries(companyId)
    expect((await server.call(path, asked)).status).toBeGreaterThanOrEqual(500)
    expect(await kept()).toEqual(was)
    expect(await entries()).toEqual([])
    await refuseEntries(companyId, false)
    const done = await server.call(path, asked)
    expect(done.status, await done.text()).toBe(200)
    expect(await entries()).toEqual([1])
    expect(await kept()).not.toEqual(was)
  })

  test('a closed account', async () => {
    const owner = await server.registerCompany({ businessName })
    const tom = await addMember(server, owner, 'team')
    const close = () => server.call(paths.account, { method: 'DELETE', token: tom.token })
    await refuseEntries(owner.user.companyId)
    await sent(owner.user.companyId)
    const was = await keptOf(owner.user.companyId)
    expect((await close()).status).toBeGreaterThanOrEqual(500)
    expect(await keptOf(owner.user.companyId)).toEqual(was)
    expect((await server.call(paths.me, { token: tom.token })).status).toBe(200)
    await refuseEntries(owner.user.companyId, false)
    expect((await close()).status).toBe(200)
    expect((await auditOf(owner)).filter((one) => one.detail === 'closed')).toHaveLength(1)
  })

  test('a command that is sent again is one entry', async () => {
    const owner = await server.registerCompany()
    const tom = await addMember(server, owner, 'team')
    const commands = [command('ChangeRole', { userId: tom.user.userId, userRole: 'admin' })]
    for (let sent = 0; sent < 3; sent += 1)
      expect(
        await (await server.call(paths.commands, { token: owner.token, body: { commands } })).json(),
      ).toMatchObject({
        results: [{ status: 'accepted' }],
      })
    const roles = (await auditOf(owner)).filter((one) => one.kind === 'role-changed')
    expect(roles.map(({ detail, target, times }) => [detail, target, times])).toEqual([['admin', tom.user.userId, 1]])
  })
})

/** Waits for the letters of what was done before, which leave the table once they are sent. */
const sent = (companyId: string) => expect.poll(async () => (await keptOf(companyId)).mails).toBeNull()

/** Everything of a company that these changes write, but for times of use. */
async function keptOf(companyId: string) {
  const [row] = await inDatabase(
    `select (select json_agg(a order by user_id) from account a where company_id = $1) as accounts,
      (select json_agg(array[f.feed_id::text, f.visits]) from calendar_feed f where company_id = $1) as feeds,
      (select json_agg(a.sealed_secret) from authenticator a join account using (user_id) where company_id = $1) as apps,
      (select json_agg(r.code_hash order by r.code_hash) from recovery_code r join account using (user_id)
        where company_id = $1) as codes,
      (select json_agg(r) from second_factor_rule r where company_id = $1) as rules,
      (select json_agg(array[m.kind, m.recipient]) from mail m join account on lower(recipient) = lower(email)
        where company_id = $1) as mails`,
    [companyId],
  )
  // On Citus these are on another machine than accounts.
  const [head] = await inDatabase('select seq from company_head where company_id = $1', [companyId])
  const closings = await inDatabase('select * from company_closing where company_id = $1', [companyId])
  return { ...row, ...head, closings }
}

const place = { address: '198.51.100.7', device: 'Firefox/130 on a test' }
const placesOf = (userId: string) =>
  inDatabase('select kind, address, device, encode(entry_id, $2) as id from audit_entry where user_id = $1', [
    userId,
    'hex',
  ])

describe('whoever closes their account leaves no address in the audit list', () => {
  test('also if what they did in the second before is stored after it', async () => {
    const owner = await server.registerCompany()
    const tom = await addMember(server, owner, 'team')
    const { userId, companyId } = tom.user
    expect((await server.call(paths.exportHistory, { token: tom.token })).status).toBe(403)
    server.services.audit.note({ companyId, userId, kind: 'refused', detail: 'office-only', ...place })
    expect((await server.call(paths.account, { method: 'DELETE', token: tom.token })).status).toBe(200)
    server.services.audit.note({ companyId, userId, kind: 'refused', detail: 'owner-only', ...place })
    await expect.poll(async () => (await auditOf(owner)).map((one) => one.detail)).toContain('owner-only')
    const places = await placesOf(userId)
    expect(places.length).toBeGreaterThanOrEqual(3)
    expect(new Set(places.map((one) => `${one.address}${one.device}`))).toEqual(new Set(['']))
  })

  const row = (owner: SignedInTest, tom: SignedInTest) => ({
    ...{ companyId: owner.user.companyId, userId: tom.user.userId, kind: 'refused' as const, detail: 'owner-only' },
    ...{ target: '', ...place, entryId: Buffer.alloc(16, 7), times: 1 },
  })
  /** `other` is connected before anybody waits: a wait for a lock is short. */
  const waiting = (other: pg.Client) =>
    expect.poll(() => waitingForLock(other), { interval: 10, timeout: 60_000 }).toBe(1)

  test('also if it is being stored while they are erased: it waits, and forgets where it came from', async () => {
    const owner = await server.registerCompany()
    const tom = await addMember(server, owner, 'team')
    const { userId, companyId } = tom.user
    const { authPool } = server.services
    const stored = await withSuperuser(server.database.url, (other) =>
      inCompany(authPool, companyId, async (erasing) => {
        await erasing.query('select from account where user_id = $1 for update', [userId])
        const storing = storeAudit(authPool, companyId, [row(owner, tom)])
        storing.catch(() => undefined)
        await waiting(other)
        await erasing.query("update account set email = user_id || '@erased.invalid' where user_id = $1", [userId])
        await forgetAuditPlaces(erasing, { companyId, userId })
        return { storing }
      }),
    )
    await stored.storing
    const refusal = (await placesOf(userId)).find((one) => one.kind === 'refused')
    // The id of an entry is computed from its address, so it is another one.
    expect(refusal).toMatchObject({ address: '', device: '', id: expect.not.stringMatching(/^(07)+$/) })
  })

  test('also if they are erased while it is being stored: their erasure waits for it', async () => {
    const owner = await server.registerCompany()
    const tom = await addMember(server, owner, 'team')
    const { companyId, userId } = tom.user
    const answer = await withSuperuser(server.database.url, (client) =>
      withSuperuser(server.database.url, async (other) => {
        await client.query('begin')
        await client.query('select from account where user_id = $1 for key share', [userId])
        const closing = server.call(paths.account, { method: 'DELETE', token: tom.token })
        await waiting(other)
        await client.query(
          `insert into audit_entry values ($1, uuid_send(gen_random_uuid()), 'refused', $2, 'owner-only', '', $3, $4, now(), now(), 1)`,
          [companyId, userId, place.address, place.device],
        )
        await client.query('commit')
        return closing
      }),
    )
    expect(answer.status).toBe(200)
    expect(new Set((await placesOf(userId)).map((one) => `${one.address}${one.device}`))).toEqual(new Set(['']))
  })
})
