import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import pLimit from 'p-limit'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readHead } from '#ledger/log/read.ts'
import { faultsInAnswer, foreignCanary } from '#test/hostile/faults-in-answer.ts'
import { type Description, hostileRequests } from '#test/hostile/hostile-requests.ts'
import { hostileValues } from '#test/hostile/hostile-values.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { makeWebhook } from '#test/server/webhooks/receiver.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'
import { apiDescription } from './openapi/openapi.ts'
import type { Heard } from './push/admission.ts'

const inputs = lengthOf('FETTLE_HOSTILE', 400)
/** After so many the callers are of a new company, as they may have lost their rights in the one before. */
const perCompany = 1_000
const socketShare = 0.1

let server: TestServer
let stranger: SignedInTest
let foreignJob: string
beforeAll(async () => {
  // A sign-in that outlasts a long run.
  server = await startServer({ tokenSeconds: 86_400, webhooksPrivate: true })
  stranger = await server.registerCompany({ businessName: `${foreignCanary} & Sons` })
  const texts = { apartmentName: `${foreignCanary} Wharf`, agency: `${foreignCanary} Lettings` }
  foreignJob = (await createJob(server, stranger, texts)).jobId
})
afterAll(() => server.close())

const description: Description = JSON.parse(JSON.stringify(apiDescription()))
const headOfStranger = () => readHead(server.services.ledgerPool, stranger.user.companyId)

/** A company whose people call, and what they know: ids of their own and of the stranger's company. */
async function newCallers() {
  const owner = await server.registerCompany()
  const [admin, team] = [await addMember(server, owner, 'admin'), await addMember(server, owner, 'team')]
  const { jobId, taskId, seq } = await createJob(server, owner)
  const links = await tenantLinksOf(owner, jobId, seq)
  const { webhookId } = await makeWebhook(server, owner, { url: 'http://127.0.0.1:9/' })
  const { userId, companyId } = stranger.user
  const known = [
    jobId,
    jobId,
    taskId,
    owner.user.companyId,
    owner.user.companyId,
    companyId,
    foreignJob,
    userId,
    webhookId,
    uuid(),
  ]
  const tokens = [owner.token, owner.token, admin.token, team.token, '', 'a.b.c', `${owner.token.slice(0, -3)}AAA`]
  return { owner, known, links, tokens }
}

/** The secret of a link that a tenant of the job's site has. */
async function tenantLinksOf({ token }: SignedInTest, jobId: string, after: number): Promise<string[]> {
  const { site } = await (await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${after}`, { token })).json()
  const contactId = uuid()
  const tenant = { siteId: site.siteId, contactId, role: 'tenant', name: 'Amara Bello', telephone: '', email: '' }
  const { seq } = await accepted(server, { token }, 'SetSiteContact', tenant)
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token })
  const made = await server.call(pathTo(paths.tenantLinks, { jobId }), { token, body: { contactId } })
  const { links }: TenantLinksAnswer = await made.json()
  const secrets = links.flatMap(({ path }) => path?.split('/').at(-1) ?? [])
  expect(secrets).toHaveLength(1)
  return secrets
}

/**
 * The answer to a request, sent again as a page would if its connection was cut or a busy server asks for that. What always ends so
 * is a fault: the third error is thrown, the third answer returned.
 */
async function answerTo(send: () => Promise<Response>, tries = 3): Promise<Response> {
  const answer = await send().catch((error: Error) => error)
  if (tries > 1 && (answer instanceof Error || answer.status === 503)) {
    await wait(500)
    return answerTo(send, tries - 1)
  }
  if (answer instanceof Error) throw answer
  return answer
}

/** Every event that the server receives: one that is not listed here does not compile. */
const heard: Record<keyof Heard, true> = { renew: true, 'caught-up': true }
const frames = [
  '42["renew"',
  '42[]',
  '42[null]',
  '9',
  '4',
  '45-["a",{"_placeholder":true,"num":9}]',
  '42["disconnect"]',
]

/** Sends a hostile event over the socket, or bytes that are none. */
function sendHostile(socket: Socket, random: Random) {
  if (random.chance(0.3)) return void socket.io.engine.write(random.pick(frames) ?? '')
  const name = random.pick([...Object.keys(heard), 'changed', '__proto__', 'x'.repeat(500)]) ?? ''
  const values = Array.from({ length: random.between(0, 3) }, () => random.pick(hostileValues))
  const position = random.chance(0.3) ? [{ epoch: 1, seq: random.between(0, 9) }] : []
  const answer = random.chance(0.3) ? [() => undefined] : []
  socket.emit(name, ...position, ...values, ...answer)
}

test('no hostile request or socket event fails within the server, ends it, or reaches another company', {
  timeout: 300_000 + inputs * 200,
}, async ({ task }) => {
  const random = randomOf(seedOf(task))
  const before = await headOfStranger()
  const statuses = new Map<number, number>()
  const routes = new Set<string>()
  const faults: string[] = []
  let events = 0
  for (let done = 0; done < inputs; done += perCompany) {
    const { owner, known, links, tokens } = await newCallers()
    const next = hostileRequests(random, description, known, links)
    const socket = io(server.url, {
      path: paths.socket,
      auth: { token: owner.token },
      transports: ['websocket'],
      forceNew: true,
    })
    const limit = pLimit(6)
    const one = async () => {
      if (random.chance(socketShare)) {
        events += 1
        if (!socket.connected) socket.connect()
        return sendHostile(socket, random)
      }
      const { route, path, call } = next()
      const token = random.pick(tokens) ?? ''
      const send = () => server.call(path, { ...call, ...(token === '' ? {} : { token }) })
      const answer = await answerTo(send).catch((error: Error) => error)
      routes.add(route)
      if (answer instanceof Error) {
        // Not thrown: a long run tells of every request that is always cut, and what was sent.
        const sent = inspect(call, { depth: 4, maxStringLength: 200 })
        faults.push(`${route} was never answered: ${path.slice(0, 300)} ${sent} ${inspect(answer)}`)
        return
      }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      faults.push(...(await faultsInAnswer(route, answer)))
    }
    await Promise.all(Array.from({ length: Math.min(perCompany, inputs - done) }, () => limit(one)))
    socket.close()
  }
  const answered = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  task.meta.extent = `${count(inputs - events, 'request')} to ${count(routes.size, 'route')}, ${count(events, 'socket event')} (${answered.join(', ')})`
  expect(faults).toEqual([])
  expect(await headOfStranger()).toEqual(before)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect((await server.call(paths.healthz)).status).toBe(200)
  const device = await listen(server, stranger)
  const { seq } = await createJob(server, stranger)
  await device.pushed((one) => one.seq >= seq)
  device.close()
  // Refusals alone would prove little: some of the requests were good ones.
  expect(statuses.get(200)).toBeGreaterThan(inputs / 50)
})

test('the checks find an answer that tells of another company, of code, or that failed', async ({ task }) => {
  const leak = Response.json({ jobs: [{ apartmentName: `${foreignCanary} Wharf` }] })
  expectFound(task, 'an answer with words of another company', await faultsInAnswer('GET /api/jobs', leak))
  const failed = Response.json({ error: 'Error: no\n    at a (b.ts:1:2)' }, { status: 500 })
  const found = await faultsInAnswer('GET /api/x', failed)
  expect(found).toHaveLength(3)
  expectFound(task, 'an answer with status 500 and a stack', found)
})
