import { expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { undoOf } from '#core/history/undo.ts'
import { type Command, commands, isJobEvent } from '#core/ledger/ledger.ts'
import {
  by,
  companyId,
  dana,
  type Given,
  given,
  idOf,
  jobAfter,
  jobId,
  maya,
  priya,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import { bath, completed, jobWithTwoTasks, tap } from '#test/core/job-events.ts'
import type { Signer } from './signature/signature.ts'

const strokes = '120,380,0 60,-170,84 58,171,96;150,300,240 84,-22,60'
const digest = 'e0e55f0780a7f1527d8677e94e04800a511777fb2c292f591c3f7e3c4a1f8162'
const signer: Signer = 'tenant'
const signature = { signatureId: idOf('f', 30), signer, taskIds: [tap.taskId], digest, strokes }
const sign = (over: object = {}): Command => ({
  type: 'AddSignature',
  data: { jobId, ...signature, name: ' Amy Sutcliffe ', ...over },
})
const signed: Given = { type: 'SignatureGiven', data: { ...signature, name: 'Amy Sutcliffe' } }
const nobody: Command = {
  type: 'RecordNoSignature',
  data: { jobId, signatureId: idOf('f', 31), reason: 'not at home' },
}

test('anyone on site takes a signature, and the server finds its digest right', () => {
  for (const person of [dana, priya, tom])
    given(jobWithTwoTasks, completed(tap)).when(sign(), person, { strokesDigest: digest }).gives(signed)
})

test('strokes that were changed on the way are refused', () =>
  given(jobWithTwoTasks)
    .when(sign(), tom, { strokesDigest: '0'.repeat(64) })
    .refuses('This signature did not arrive intact. Please sign again.', 'digest'))

test('a signature needs a name and a drawn line', () => {
  const takes = (over: object) => commands.AddSignature.safeParse({ jobId, ...signature, name: 'Amy', ...over }).success
  expect(takes({})).toBe(true)
  for (const over of [
    { name: '  ' },
    { strokes: '' },
    { strokes: '10,10,0' },
    { strokes: '[erased]' },
    { signer: 'cat' },
  ])
    expect(takes(over), JSON.stringify(over)).toBe(false)
})

test('a signature is taken once', () => given(jobWithTwoTasks, signed).when(sign(), tom).givesNothing())

test('a visit without a signature says why, once', () => {
  const event: Given = { type: 'SignatureNotGiven', data: { signatureId: idOf('f', 31), reason: 'not at home' } }
  given(jobWithTwoTasks).when(nobody, tom).gives(event)
  given(jobWithTwoTasks, event).when(nobody, tom).givesNothing()
})

test.each([sign(), nobody])('$type needs a job', (command) => given().when(command, tom).refuses('Job not found.'))

test('the job keeps who signed, for which tasks as they were called then, and who took it when', () => {
  const job = jobAfter(jobWithTwoTasks, completed(tap), by(tom, signed), {
    type: 'TaskDescribed',
    data: { taskId: tap.taskId, description: 'Something else' },
  })
  expect(job.signatures).toMatchObject([
    {
      name: 'Amy Sutcliffe',
      signer: 'tenant',
      signedFor: [tap.description],
      strokes,
      digest,
      userId: tom.userId,
      timestamp: '2026-11-19T08:02:00.000Z',
    },
  ])
  expect(job.jobDescriptions.map((one) => one.taskId)).toEqual([tap.taskId, bath.taskId])
})

test('the history names the signer, and a signature cannot be undone', () => {
  const log = recorded(jobWithTwoTasks, by(tom, signed)).filter(isJobEvent)
  expect(historyOf(log)[0]).toMatchObject({
    sentence: 'took the signature of Amy Sutcliffe, tenant',
    changes: [
      { field: 'signedBy', to: 'Amy Sutcliffe' },
      { field: 'signer', to: 'tenant' },
    ],
  })
  const last = log.at(-1) ?? expect.fail('it was signed')
  const context = { actorId: maya.userId, actorRole: maya.role, companyId, at: '2026-11-20T09:00:00.000Z', facts: {} }
  expect(undoOf(last, jobAfter(jobWithTwoTasks), jobAfter(jobWithTwoTasks, signed), context)).toMatchObject({
    error: 'A signature stays on record. Add a comment to say what is wrong with it.',
  })
})
