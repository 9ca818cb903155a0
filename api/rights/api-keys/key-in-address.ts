import type { RequestHandler } from 'express'
import { HttpFailure } from '#api/http/errors.ts'
import { keyPrefix } from './key-token.ts'

/** Refuses a key in an address, even where it would not be looked at: addresses are kept in logs and histories on the way. */
export const refuseKeysInAddresses: RequestHandler = (req, _res, next) => {
  if (req.originalUrl.toLowerCase().includes(keyPrefix)) throw inAddress
  next()
}

const inAddress = new HttpFailure(400, {
  error:
    'An API key may not be part of an address, where others can read it. Revoke this key, and send the new one in the Authorization header.',
  code: 'api-key-in-address',
})
