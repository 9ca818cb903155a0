import type { Request, Response } from 'express'
import type pg from 'pg'
import { HttpFailure } from '#api/http/errors.ts'
import { companyChange, companyRead } from '#api/http/slots/company-requests.ts'
import { scopeOfCommand } from '#core/api-keys/command-scopes.ts'
import { endOfKey, type KeyEnd } from '#core/api-keys/end-of-key.ts'
import type { Scope } from '#core/api-keys/scopes.ts'
import { passForOneAgency } from './agency-gate.ts'
import { byCommand, scopeOfCall } from './call-scopes.ts'
import { noteCall } from './key-calls.ts'
import { keyLimits } from './key-limits.ts'
import { findKey, type KeyPlace, noteKeyUsed } from './key-rows.ts'
import { isWellFormed } from './key-token.ts'
import { type KeyRights, rightsOfKey } from './rights-of-key.ts'

type Pools = { authPool: pg.Pool; ledgerPool: pg.Pool }

/**
 * The rights of the key that makes a call, also noted in `res.locals.member`. Throws a 401 for a key that does not exist or has ended, a
 * 403 for a call that it may not make, and a 429 for too many. A revoked key is refused from the next request on: nothing is remembered.
 */
export async function keyCaller(pools: Pools, token: string, req: Request, res: Response): Promise<KeyRights> {
  const limits = keyLimits(pools.authPool)
  const key = isWellFormed(token) ? await findKey(pools.authPool, token) : undefined
  if (!key) {
    await limits.missed(req.ip ?? '')
    throw unauthorized('unknown')
  }
  // Counted before the call joins the company's queue, so that a busy key cannot keep the company's people out of it.
  await limits.called(key.keyId)
  const ended = endOfKey(key, [], new Date().toISOString())
  if (ended) throw unauthorized(ended)
  const path: unknown = req.route?.path
  const needed = typeof path === 'string' ? scopeOfCall(req.method, path) : undefined
  // The commands route has its own queue.
  if (needed !== byCommand) await (req.method === 'GET' ? companyRead : companyChange)(key.companyId, res)
  const rights = await rightsOfKey(pools.ledgerPool, key)
  if (typeof rights === 'string') throw unauthorized(rights)
  noteCall(pools.authPool, key, req, res)
  res.locals.member = rights
  await noteKeyUsed(pools.authPool, key, new Date())
  if (needed === undefined) throw peopleOnly()
  if (needed !== byCommand && !key.scopes.includes(needed)) throw new HttpFailure(403, lacking(needed))
  if (key.onlyAgency !== undefined)
    await passForOneAgency(pools.ledgerPool, { companyId: key.companyId, agency: key.onlyAgency, path: `${path}` }, req)
  return rights
}

/** Why a key may not give a command; undefined if it may. */
export function refusedToKey({ scopes }: KeyPlace, type: string): { error: string; code: string } | undefined {
  const needed = scopeOfCommand(type)
  if (needed === undefined) return onlyPeople
  return scopes.includes(needed) ? undefined : lacking(needed)
}

const lacking = (scope: Scope) => ({
  error: `This API key may not do that: it was made without ${scope}. Make a key with that right.`,
  code: 'api-key-scope',
})
const onlyPeople = { error: 'Only a person can do that. Sign in to Fettle and do it there.', code: 'people-only' }

/** The 403 of calls that no key may make, whatever its scopes. */
export const peopleOnly = () => new HttpFailure(403, onlyPeople)

const unauthorized = (why: KeyEnd | 'unknown') =>
  new HttpFailure(401, { error: sentences[why], code: `api-key-${why}` }, { 'WWW-Authenticate': 'Bearer' })

const sentences = {
  unknown: 'There is no such API key.',
  revoked: 'This API key has been revoked.',
  expired: 'This API key has expired.',
  'maker-left': 'This API key has ended: the person who made it is no longer an owner or admin.',
}
