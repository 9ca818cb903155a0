import { expect, test } from 'vitest'
import { NotTaken } from './not-taken.ts'

const fault = (more: object) =>
  new NotTaken(Object.assign(new Error('550 <helen@example.com> is no mailbox here'), more))
const final = (more: object) => fault(more).final

test('only what the server answers to the recipient or the message for good is final', () => {
  const recipient = { code: 'EENVELOPE', command: 'RCPT TO' }
  const message = { code: 'EMESSAGE', command: 'DATA' }
  expect(final({ ...recipient, responseCode: 550 })).toBe('refused')
  expect(final({ ...message, responseCode: 554 })).toBe('rejected')
  for (const responseCode of [421, 450, 452]) {
    expect(final({ ...recipient, responseCode })).toBeUndefined()
    expect(final({ ...message, responseCode })).toBeUndefined()
  }
})

test('an email that is larger than the server takes is refused for good', () => {
  expect(final({ code: 'EMESSAGE', command: 'MAIL FROM' })).toBe('rejected')
})

test('a fault of the server or of how it is signed in to is not the recipient’s', () => {
  expect(final({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 })).toBeUndefined()
  expect(final({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 530 })).toBeUndefined()
  expect(final({ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 })).toBeUndefined()
  expect(final({ code: 'EPROTOCOL', command: 'CONN', responseCode: 554 })).toBeUndefined()
  expect(final({ code: 'ECONNREFUSED', command: 'CONN' })).toBeUndefined()
  expect(new NotTaken('gone').final).toBeUndefined()
})

test('no address comes into a log', () => {
  const { message, stack } = fault({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, rejected: ['helen@'] })
  expect(message).toBe('The mail server answered RCPT TO with 550')
  expect(stack).not.toContain('helen')
  expect(Object.keys(fault({ responseCode: 550, rejected: ['helen@example.com'] }))).not.toContain('rejected')
})
