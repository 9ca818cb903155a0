import { createHash, createHmac } from 'node:crypto'
import type { Keys } from './keys.ts'

/** The secret that tokens are derived from. */
export type TokenSecret = Pick<Keys, 'refreshSecret'>

/** A token of 256 bits for a text, the same each time. Without the installation's secret nobody can derive it. */
export const deriveToken = ({ refreshSecret }: TokenSecret, text: string): string =>
  createHmac('sha256', refreshSecret).update(text).digest('base64url')

/** The hash that tables hold in place of a token. A plain one is enough for 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
