import { expect, test } from 'vitest'
import { by, type Given, idOf, recorded, tom } from '#test/core/given-when-then.ts'
import { completed, jobWithTwoTasks, tap } from '#test/core/job-events.ts'
import { type EvidenceChoice, evidenceOf } from './evidence.ts'
import { signaturesOf } from './signatures.ts'

const choice: EvidenceChoice = { copy: 'team', prices: false, notes: true, zone: 'Europe/London' }
const signed: Given = by(tom, {
  type: 'SignatureGiven',
  data: {
    ...{ signatureId: idOf('f', 30), signer: 'tenant', taskIds: [tap.taskId], name: 'Amy Sutcliffe' },
    ...{ strokes: '10,20,0 30,5,16', digest: 'ab'.repeat(32) },
  },
})
const nobody: Given = by(tom, {
  type: 'SignatureNotGiven',
  data: { signatureId: idOf('f', 31), reason: 'not at home' },
})

test('a pack has each signature with its event, its times and what it was given for, and each visit without one', () => {
  const log = recorded(jobWithTwoTasks, nobody, completed(tap), signed)
  expect(signaturesOf(evidenceOf(log, choice))).toMatchObject([
    { event: { version: 2 }, notSigned: { reason: 'not at home' } },
    {
      event: { version: 4, happenedAt: '2026-11-19T08:03:00.000Z', recordedAt: '2026-11-19T08:03:01.000Z' },
      signature: { name: 'Amy Sutcliffe', signer: 'tenant', signedFor: [tap.description], strokes: '10,20,0 30,5,16' },
    },
  ])
})

test('a pack of other days has no signature', () => {
  const log = recorded(jobWithTwoTasks, signed)
  expect(signaturesOf(evidenceOf(log, { ...choice, from: '2026-11-20' }))).toEqual([])
})
