import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Push } from '#core/wire/push.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { openCourier } from './courier.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

test('when more devices reconnect at once than can be served, later changes are still pushed', async () => {
  const { companyId } = olga.user
  const carried: Push[] = []
  const courier = openCourier({
    ...server.services,
    emit: (_, push) => carried.push(push),
    rightsMayHaveChanged: async () => undefined,
  })
  await courier.follow(companyId)
  const catchUps = Array.from({ length: 300 }, () => courier.missed(companyId, { epoch: 1, seq: 0 }, () => undefined))
  await expect(courier.look(companyId)).rejects.toThrow('waiting')
  await Promise.allSettled(catchUps)
  const { jobId } = await createJob(server, olga)
  const { seq } = await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'After the rush' })
  await server.call(`/api/jobs/${jobId}?after=${seq}`, { token: olga.token })
  await courier.look(companyId)
  expect(carried.some((push) => push.projection === 'job' && push.seq >= seq)).toBe(true)
})
