import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { addMember } from '#test/server/people.ts'
import { formOf, smallPhoto } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  await setUpApp(server, olga)
})
afterAll(() => server.close())

for (const [how, end, status = 401] of [
  ['is removed', (tom) => accepted(server, olga, 'RemoveMember', { userId: tom.user.userId })],
  [
    'needs a second factor from then on',
    async (tom) => {
      await accepted(server, olga, 'ChangeRole', { userId: tom.user.userId, userRole: 'admin' })
      expect((await requireFactor(server, olga, 'office')).status).toBe(200)
    },
    403,
  ],
  ['signs out', (tom) => server.call(paths.logout, { method: 'POST', cookie: tom.cookie })],
] satisfies [string, (tom: SignedInTest) => Promise<unknown>, number?][])
  test(`a photo still uploading when its sender ${how} is not added`, async () => {
    const tom = await addMember(server, olga, 'team')
    const { jobId, seq } = await createJob(server, olga)
    const body = formOf(tom, jobId, { files: [{ bytes: await smallPhoto() }] })
    const form = new Request('http://x', { method: 'POST', body })
    const bytes = Buffer.from(await form.arrayBuffer())
    const sending = request(server.url + pathTo(paths.uploadImage, { companyId: tom.user.companyId }), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tom.token}`,
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': bytes.length,
      },
    })
    sending.write(bytes.subarray(0, bytes.length / 2))
    // The request was accepted and is being received.
    await expect.poll(() => readdir(server.services.images.uploadsFolder)).toHaveLength(1)
    await end(tom)
    sending.end(bytes.subarray(bytes.length / 2))
    const [answer] = await once(sending, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(status)
    const read = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: olga.token })
    expect(((await read.json()) as JobAnswer).job.images).toEqual([])
  })
