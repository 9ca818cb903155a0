import type pg from 'pg'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { fullDayIn, timeIn } from '#core/time/format.ts'
import { deviceName } from '#core/wire/account/device-name.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import {
  alreadyRegisteredEmail,
  manyFailuresEmail,
  type NewsParts,
  newDeviceEmail,
  passwordChangedEmail,
} from './emails.ts'
import type { Mail, NewsKind } from './outbox.ts'
import {
  passkeyAddedEmail,
  passkeyRemovedEmail,
  recoveryCodeUsedEmail,
  secondFactorAddedEmail,
  secondFactorRemovedEmail,
  wrongCodesEmail,
} from './second-factor-emails.ts'

type News = Mail & { kind: NewsKind }
type Told = Omit<NewsParts, 'when'> & { timeZone: string }

const newsKinds: readonly string[] = [
  'many-failures',
  'already-registered',
  'new-device',
  'password-changed',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'wrong-codes',
  'passkey-added',
  'passkey-removed',
] satisfies NewsKind[]

/** Whether a mail tells news of an account. */
export const isNews = (mail: Mail): mail is News => newsKinds.includes(mail.kind)

/** Writes news for a person; undefined if it is of a session that is gone. */
export async function writeNews(
  { authPool }: Pick<Services, 'authPool'>,
  { kind, mailId, createdAt }: News,
  person: Told,
): Promise<Email | undefined> {
  const { timeZone } = person
  const at = createdAt.toISOString()
  const parts = { ...person, when: `${fullDayIn(at, timeZone)} at ${timeIn(at, timeZone)} (${timeZone})` }
  switch (kind) {
    case 'many-failures':
      return manyFailuresEmail(parts)
    case 'already-registered':
      return alreadyRegisteredEmail(parts)
    case 'password-changed':
      return passwordChangedEmail(parts)
    case 'second-factor-added':
      return secondFactorAddedEmail(parts)
    case 'second-factor-removed':
      return secondFactorRemovedEmail(parts)
    case 'recovery-code-used':
      return recoveryCodeUsedEmail(parts)
    case 'wrong-codes':
      return wrongCodesEmail(parts)
    case 'passkey-added':
      return passkeyAddedEmail(parts)
    case 'passkey-removed':
      return passkeyRemovedEmail(parts)
    case 'new-device': {
      const from = await findSession(authPool, mailId)
      return from && newDeviceEmail({ ...parts, device: deviceName(from.device), address: from.address })
    }
  }
}

const sessionById = statement('session-of-news', (p: Parameters<{ sessionId: string }>) =>
  db.selectFrom('session').select(['device', 'address']).where('session_id', '=', p.sessionId),
)

async function findSession(pool: pg.Pool, sessionId: string) {
  const [session] = await rowsOf(pool, sessionById({ sessionId }))
  return session
}
