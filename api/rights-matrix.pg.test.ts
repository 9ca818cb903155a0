import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire.ts'
import { accepted, command, createJob } from '#test/commands.ts'
import { addMember } from '#test/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server.ts'
import { describedRoutes } from './openapi-routes.ts'

type Person = { token?: string }
const callers = ['nobody', 'removed', 'signedOut', 'team', 'admin', 'owner'] as const
const ids = ['own', 'foreign', 'missing'] as const

let server: TestServer
const people = {} as Record<(typeof callers)[number], Person>
const jobs = {} as Record<(typeof ids)[number], string>
let owner: SignedInTest
beforeAll(async () => {
  server = await startServer()
  owner = await server.registerCompany()
  const [removed, signedOut] = [await addMember(server, owner, 'admin'), await addMember(server, owner, 'admin')]
  const [team, admin] = [await addMember(server, owner, 'team'), await addMember(server, owner, 'admin')]
  Object.assign(people, { nobody: {}, removed, signedOut, team, admin, owner })
  await accepted(server, owner, 'RemoveMember', { userId: removed.user.userId })
  await server.call(paths.logout, { method: 'POST', cookie: signedOut.cookie })
  const stranger = await server.registerCompany({ businessName: 'Canary & Sons' })
  const foreign = await createJob(server, stranger, { apartmentName: 'Canary Wharf', agency: 'Canary Lettings' })
  const own = await createJob(server, owner)
  Object.assign(jobs, { own: own.jobId, foreign: foreign.jobId, missing: uuid() })
  const wait = [
    server.call(`${pathTo(paths.job, { jobId: own.jobId })}?after=${own.seq}`, { token: owner.token }),
    server.call(`${pathTo(paths.job, { jobId: foreign.jobId })}?after=${foreign.seq}`, { token: stranger.token }),
  ]
  for (const answer of await Promise.all(wait)) expect(answer.status).toBe(200)
})
afterAll(() => server.close())

/** The roles that may ask each route that is for members, and what another company's id gives. A new route must be listed. */
const everyone = ['team', 'admin', 'owner']
const members: Record<string, { query?: string; allowed: string[] }> = {
  [paths.me]: { allowed: everyone },
  [paths.commands]: { allowed: everyone },
  [paths.jobs]: { allowed: everyone },
  [paths.job]: { allowed: everyone },
  [paths.jobHistory]: { allowed: everyone },
  [paths.calendar]: { query: '?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z', allowed: everyone },
  [paths.list]: { allowed: ['admin', 'owner'] },
  [paths.team]: { allowed: everyone },
  [paths.company]: { allowed: everyone },
  [paths.ledger]: { allowed: everyone },
}

test('every route that is for members is in the matrix', () => {
  const listed = describedRoutes.filter((one) => one.for === 'members').map((one) => one.path)
  expect(Object.keys(members).sort()).toEqual(listed.sort())
})

for (const route of describedRoutes.filter((one) => one.for === 'members')) {
  for (const caller of callers) {
    test(`${route.method.toUpperCase()} ${route.path} asked by ${caller}`, async () => {
      const { query = '', allowed } = members[route.path] ?? { allowed: [] }
      const wanted = allowed.includes(caller) ? 200 : everyone.includes(caller) ? 403 : 401
      const ask = async (jobId: string) => {
        const path = pathTo(route.path, { jobId, list: 'agencies' }) + query
        const { token } = people[caller]
        const body = { commands: [command('DeleteBooking', { jobId })] }
        const answer = await server.call(path, { token, ...(route.method === 'post' ? { body } : {}) })
        const text = (await answer.text()).replaceAll(/"commandId":"[^"]+"/g, '')
        expect(text).not.toContain('Canary')
        return { status: answer.status, text }
      }
      const [own, foreign, missing] = await Promise.all(ids.map((id) => ask(jobs[id])))
      expect(own?.status).toBe(wanted)
      const named = route.path.includes(':jobId')
      expect(foreign?.status).toBe(named && wanted === 200 ? 404 : wanted)
      // Nobody can tell another company's job from one that never was.
      expect(foreign).toEqual(missing)
    })
  }
}

test("what the lists of an office hold is its own company's alone", async () => {
  for (const list of ['apartments', 'agencies', 'receivedBy']) {
    const answer = await server.call(pathTo(paths.list, { list }), { token: owner.token })
    expect(await answer.text()).not.toContain('Canary')
  }
  const team = await server.call(pathTo(paths.list, { list: 'receivedBy' }), { token: people.team.token })
  expect(team.status).toBe(403)
})
