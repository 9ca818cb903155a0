import { expect, test } from 'vitest'
import { invitationEmail, resetEmail } from './emails.ts'

const parts = {
  name: 'grace\r\n\r\nYour account is locked: http://evil.example',
  businessName: 'Harrow & Pike\nBcc: everyone@example.com\u0000\u2028',
  link: 'https://fettle.example.com/set-password#invitation=secret',
}

test("a chosen name stays on one line, in an email's headers and in its text", () => {
  const invitation = invitationEmail(parts, false)
  expect(invitation.subject).toBe('Harrow & Pike Bcc: everyone@example.com invites you to Fettle')
  for (const { text } of [invitation, resetEmail(parts)]) {
    const paragraphs = text.trim().split('\n\n')
    expect(paragraphs[0]).toBe('Hello grace Your account is locked: http://evil.example,')
    expect(paragraphs).toContain(parts.link)
    expect(text).not.toMatch(/\r|\nBcc/)
  }
})
