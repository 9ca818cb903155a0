import { timingSafeEqual } from 'node:crypto'
import { parse as bytesOf, stringify as uuidOf } from 'uuid'
import { deriveToken, type TokenSecret } from '#api/keys/tokens.ts'
import { paths, pathTo } from '#core/wire/paths.ts'

type Person = { companyId: string; userId: string }

const nameLength = 43
const signatureOf = (keys: TokenSecret, { companyId, userId }: Person) =>
  deriveToken(keys, `daily-email-off:${companyId}:${userId}`)

/**
 * The path of the page on which a person turns their daily email off without signing in. It holds their ids and a signature, so nothing of
 * it is kept, and an old email still ends the new ones.
 */
export function emailOffPath(keys: TokenSecret, person: Person): string {
  const name = Buffer.concat([bytesOf(person.companyId), bytesOf(person.userId)]).toString('base64url')
  return pathTo(paths.dailyEmailOff, { token: `${name}${signatureOf(keys, person)}` })
}

/** Whose daily email a link turns off; undefined if Fettle did not make it. */
export function personOfEmailOff(keys: TokenSecret, token: string): Person | undefined {
  if (!/^[\w-]{86}$/.test(token)) return undefined
  const name = Buffer.from(token.slice(0, nameLength), 'base64url')
  const [companyId, userId] = [name.subarray(0, 16), name.subarray(16)].map((bytes) => idOf(bytes))
  if (!companyId || !userId) return undefined
  const signature = signatureOf(keys, { companyId, userId })
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(token.slice(nameLength)))
  return isOurs ? { companyId, userId } : undefined
}

function idOf(bytes: Uint8Array): string | undefined {
  try {
    return uuidOf(bytes)
  } catch {
    return undefined
  }
}
