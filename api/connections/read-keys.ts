import type pg from 'pg'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { callsOfKey } from '#api/rights/api-keys/key-calls.ts'
import { callsADay, keyLimits } from '#api/rights/api-keys/key-limits.ts'
import { type ApiKey, keyById, keyIn, keysOfCompany } from '#api/rights/api-keys/key-rows.ts'
import { keyPrefix } from '#api/rights/api-keys/key-token.ts'
import { rightsOfKey } from '#api/rights/api-keys/rights-of-key.ts'
import type { ApiKeyShown, ApiKeysAnswer, KeyCallsAnswer } from '#core/wire/connections/api-keys.ts'
import { readInCompany } from '#ledger/database/connect.ts'

type Pools = { authPool: pg.Pool; ledgerPool: pg.Pool }

/** The API keys of a company, those that work first. */
export async function readKeys({ authPool, ledgerPool }: Pools, companyId: string): Promise<ApiKeysAnswer> {
  const [{ rows }, accounts, details] = await readInCompany(ledgerPool, companyId, [
    keysOfCompany({ companyId }),
    ...peopleQueries(companyId),
  ])
  const limits = keyLimits(authPool)
  const keys: ApiKeyShown[] = []
  for (const key of rows.map(keyIn)) {
    const rights = await rightsOfKey(ledgerPool, key)
    const ended = typeof rights === 'string' ? rights : undefined
    keys.push(shown(key, ended, ended ? 0 : await limits.callsToday(key.keyId)))
  }
  return {
    keys: keys.toSorted((one, other) => Number(one.ended !== undefined) - Number(other.ended !== undefined)),
    people: namesOf(
      [...accounts.rows, ...details.rows],
      keys.map((one) => one.madeBy),
    ),
    callsADay,
  }
}

function shown(key: ApiKey, ended: ApiKeyShown['ended'], callsToday: number): ApiKeyShown {
  const { keyId, name, ending, audience, scopes, madeBy, createdAt, expiresAt, lastUsedAt, onlyAgency } = key
  return {
    ...{ keyId, name, audience, madeBy, createdAt, callsToday },
    shown: `${keyPrefix}…${ending}`,
    scopes: [...scopes],
    ...(onlyAgency === undefined ? {} : { onlyAgency }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    ...(ended === undefined ? {} : { ended }),
  }
}

/** What a key called last; undefined if there is no such key. */
export async function readCalls(
  pool: pg.Pool,
  place: { companyId: string; keyId: string },
): Promise<KeyCallsAnswer | undefined> {
  const [keys, { rows }] = await readInCompany(pool, place.companyId, [keyById(place), callsOfKey(place)])
  return keys.rows.length > 0 ? { calls: rows } : undefined
}
