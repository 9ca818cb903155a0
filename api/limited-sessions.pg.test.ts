import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { describedRoutes } from './openapi/routes.ts'

let server: TestServer
/** An owner and an admin whose company requires a second factor of the office, and who have none: the owner's was reset. */
let limited: SignedInTest[]
beforeAll(async () => {
  server = await startServer()
  const owner = await server.registerCompany()
  const admin = await addMember(server, owner, 'admin')
  await setUpApp(server, owner)
  expect((await requireFactor(server, owner, 'office')).status).toBe(200)
  await server.services.authPool.query('delete from authenticator where user_id = $1', [owner.user.userId])
  // What needs a confirmation asks for it, and changes nothing.
  await server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")
  limited = [owner, admin]
})
afterAll(() => server.close())

/** All that a person may do before they have set up the second factor that their company requires. */
const open = [
  `get ${paths.secondFactor}`,
  `post ${paths.confirm}`,
  `post ${paths.authenticator}`,
  `put ${paths.authenticator}`,
  `post ${paths.passkeyOptions}`,
  `post ${paths.passkeys}`,
  `get ${paths.sessions}`,
  `delete ${paths.sessions}`,
  `delete ${paths.session}`,
  `get ${paths.signIns}`,
  `get ${paths.personalData}`,
  `delete ${paths.account}`,
]
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const ofMembers = describedRoutes.filter((one) => one.for !== 'anyone')

async function codeOf({ token }: SignedInTest, route: { method: string; path: string }) {
  const named = uuid()
  const ids = {
    jobId: named,
    userId: named,
    sessionId: named,
    importId: named,
    companyId: named,
    imageId: named,
    siteId: named,
    fileId: named,
    keyId: named,
    webhookId: named,
    deliveryId: named,
    linkId: named,
    viewId: named,
    reportId: named,
    subscriptionId: named,
    textId: named,
  }
  const path = pathTo(route.path, {
    ...ids,
    passkeyId: named,
    name: 'job-rows',
    seq: '1',
    piece: '0',
    list: 'agencies',
  })
  const method = route.method.toUpperCase()
  const answer = await server.call(path, { token, method, ...(method === 'GET' ? {} : { body: {} }) })
  return { status: answer.status, body: await answer.json() }
}

test('every route that is open to limited sessions exists', () => {
  expect(ofMembers.map(nameOf)).toEqual(expect.arrayContaining(open))
})

for (const route of ofMembers) {
  const isOpen = open.includes(nameOf(route))
  test(`${route.method.toUpperCase()} ${route.path} ${isOpen ? 'answers' : 'refuses'} whoever needs a second factor first`, async () => {
    for (const person of limited) {
      const { status, body } = await codeOf(person, route)
      if (isOpen) expect(body.code).not.toBe(secondFactorNeeded)
      else
        expect({ status, body }).toEqual({
          status: 403,
          body: {
            error: 'Your company requires two-factor sign-in. Set up an authenticator app or a passkey to go on.',
            code: secondFactorNeeded,
          },
        })
    }
  })
}
