import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { addEmailLink, emailLinkToken } from '#api/accounts/email-links.ts'
import type { TokenSecret } from '#api/keys/tokens.ts'
import { addMail } from './outbox.ts'

type Person = { userId: string; companyId: string; email: string }

/** Queues a mail with a link that confirms a person's email. Earlier links stop working. In the caller's transaction. */
export async function askForVerification(
  client: pg.ClientBase,
  secret: TokenSecret,
  { userId, companyId, email }: Person,
) {
  const mailId = uuid()
  const token = emailLinkToken(secret, mailId)
  await addEmailLink(client, { token, userId, companyId, email, purpose: 'verification' })
  await addMail(client, { mailId, kind: 'verification', recipient: email })
}
