import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom.okafor')
})
afterAll(() => server.close())

const setRule = (photosNeeded: boolean, person = olga) =>
  sendCommands(server, person, command('SetPhotoRule', { companyId: olga.user.companyId, photosNeeded }))
const send = async (person: SignedInTest, one: ReturnType<typeof command>) =>
  (await sendCommands(server, person, one))[0]
const statusOf = async (jobId: string, seq = 0) => {
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: olga.token })
  return (await answer.json()).job
}

test('only the office sets the rule, everyone is told, and another company cannot be named', async () => {
  expect(await setRule(true, tom)).toMatchObject([{ status: 'refused', code: 'office-only' }])
  expect(await setRule(true)).toMatchObject([{ status: 'accepted' }])
  const stranger = await server.registerCompany()
  expect(await setRule(false, stranger)).toMatchObject([{ status: 'refused', code: 'company-not-found' }])
  await expect
    .poll(async () => (await (await server.call(paths.me, { token: tom.token })).json()).company.photosNeeded)
    .toBe(true)
})

test('a last tick without a photo is refused with what to do, and accepted unchanged once the photo was taken', async () => {
  await setRule(true)
  const { jobId, taskId } = await createJob(server, olga)
  const tick = command('CycleTask', { jobId, taskId, from: 'not completed' })
  expect(await send(tom, tick)).toMatchObject({
    status: 'refused',
    code: 'photos-needed',
    error: 'This job needs an after photo before it is done. Take the photo, or say why there is none.',
  })
  // The phone says that the photo was taken before it sends the photo itself.
  await accepted(server, tom, 'PairImage', { jobId, imageId: uuid(), pairId: uuid(), side: 'after' })
  const again = await send(tom, tick)
  expect(again).toMatchObject({ status: 'accepted' })
  expect((await statusOf(jobId, again?.seq)).jobStatus).toBe('completed')
})

test('with a reason the tick counts and the job stays open until the photo is there', async () => {
  await setRule(true)
  const { jobId, taskId } = await createJob(server, olga)
  const data = { jobId, taskId, from: 'not completed', withoutPhotos: 'The battery was empty' }
  const { seq } = await accepted(server, tom, 'CycleTask', data)
  expect(await statusOf(jobId, seq)).toMatchObject({
    jobStatus: 'pending',
    jobDescriptions: [{ status: 'completed' }],
    photosLeftOut: { reason: 'The battery was empty', userId: tom.user.userId },
  })
  const photo = { jobId, imageId: uuid(), pairId: uuid(), side: 'after' }
  const taken = await accepted(server, tom, 'PairImage', photo)
  expect((await statusOf(jobId, taken.seq)).jobStatus).toBe('completed')
})

test('a tick made while the rule was still off is refused visibly, and accepted when the rule is off again', async () => {
  await setRule(true)
  const { jobId, taskId } = await createJob(server, olga)
  const tick = command('SetTaskStatus', { jobId, taskId, status: 'completed', from: 'not completed' })
  expect(await send(tom, tick)).toMatchObject({ status: 'refused', code: 'photos-needed' })
  await setRule(false)
  expect(await send(tom, tick)).toMatchObject({ status: 'accepted' })
})
