import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

/** Whose session an address was made for. */
type Holder = { userId: string; sessionId: string }
/** A file of a job or a site, `ofId`, of a company. */
export type NamedFile = { companyId: string; ofId: string; fileId: string }

type Signed = { expires: string; given: string; signature: string }

/** The query of addresses from which files are downloaded without a token, because a browser's download cannot send one. */
export type FileSigner = {
  sign(file: NamedFile, holder: Holder): string
  /** For whose session an address was made; undefined if it is not valid, or no longer. */
  read(file: NamedFile, signed: Signed): Holder | undefined
}

/** Long enough to start a download. What has started goes on. */
const secondsValid = 300

/** Signs the file, its company, the session that the address is given to, and when it ends, with a key of its own. */
export function signFiles(secret: Buffer, now: () => Date): FileSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fettle addresses of attached files', 32))
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const signatureOf = ({ companyId, ofId, fileId }: NamedFile, expires: string, given: string) =>
    createHmac('sha256', key).update([companyId, ofId, fileId, expires, given].join('\n')).digest('base64url')
  return {
    sign(file, { userId, sessionId }) {
      const expires = String(seconds() + secondsValid)
      const given = Buffer.concat([parse(userId), parse(sessionId)]).toString('base64url')
      return String(new URLSearchParams({ expires, given, signature: signatureOf(file, expires, given) }))
    },
    read(file, { expires, given, signature }) {
      const [expected, actual] = [Buffer.from(signatureOf(file, expires, given)), Buffer.from(signature)]
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
      if (Number(expires) <= seconds()) return undefined
      const bytes = Buffer.from(given, 'base64url')
      return { userId: stringify(bytes, 0), sessionId: stringify(bytes, 16) }
    },
  }
}
