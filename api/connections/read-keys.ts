import type pg from 'pg'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { callsADay, keyLimits } from '#api/rights/api-keys/key-limits.ts'
import { type ApiKey, keyIn, keysOfCompany } from '#api/rights/api-keys/key-rows.ts'
import { keyPrefix } from '#api/rights/api-keys/key-token.ts'
import { rightsOfKey } from '#api/rights/api-keys/rights-of-key.ts'
import type { ApiKeyShown, ApiKeysAnswer } from '#core/wire/connections/api-keys.ts'
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
  const { keyId, name, ending, audience, scopes, madeBy, createdAt, expiresAt, lastUsedAt } = key
  return {
    ...{ keyId, name, audience, madeBy, createdAt, callsToday },
    shown: `${keyPrefix}…${ending}`,
    scopes: [...scopes],
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    ...(ended === undefined ? {} : { ended }),
  }
}
