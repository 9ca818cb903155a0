import { expect, test } from 'vitest'
import type { Command, Event } from '#core/ledger/ledger.ts'
import { dana, given, idOf, jobAfter, jobId, priya, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'

const pack = {
  mailId: idOf('f', 625),
  sentTo: 'lettings@calder.example.com',
  message: 'As we discussed',
  upTo: 1,
  ...{ copy: 'office' as const, prices: false, notes: false },
}
const send: Command = { type: 'RecordEvidenceSent', data: { jobId, ...pack } }
const sent: Event = { type: 'EvidenceSent', data: pack }

test('the office sends the evidence pack of any job, and the same mail is recorded once', () => {
  given(jobCreated).when(send, priya).gives(sent)
  given(jobCreated).when(send, dana).gives(sent)
  given(jobCreated, sent).when(send, priya).givesNothing()
  const again = idOf('f', 626)
  given(jobCreated, sent)
    .when({ ...send, data: { jobId, ...pack, mailId: again } }, priya)
    .gives({ ...sent, data: { ...pack, mailId: again } })
})

test('the team sends none, and no job that there is not has one', () => {
  given(jobCreated).when(send, tom).refuses('Only the office may do this.')
  given().when(send, priya).refuses('Job not found.')
})

test('a job knows to whom its evidence pack was sent last, and when', () => {
  const { office } = jobAfter(jobCreated, sent)
  expect(office?.evidenceSent).toMatchObject({ mailId: pack.mailId, sentTo: pack.sentTo })
  expect(Object.keys(office?.evidenceSent ?? {}).sort()).toEqual(['at', 'mailId', 'sentTo'])
})
