import { sql } from 'kysely'
import type pg from 'pg'
import { hashToken } from '#api/keys/tokens.ts'
import { isScope, type Scope } from '#core/api-keys/scopes.ts'
import type { Audience } from '#core/model/access.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, type RowOf, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** What a call by an API key is let at. */
export type KeyPlace = {
  keyId: string
  scopes: readonly Scope[]
  /** The agency whose jobs alone it reads. */
  onlyAgency?: string | undefined
}

/** An API key of a company, without its hash. */
export type ApiKey = KeyPlace & {
  companyId: string
  madeBy: string
  name: string
  /** The last characters of the key, by which its holder knows it. */
  ending: string
  audience: Audience
  createdAt: string
  expiresAt?: string
  lastUsedAt?: string
  revokedAt?: string
}

const columns = [
  'key_id',
  'company_id',
  'made_by',
  'name',
  'ending',
  'audience',
  'scopes',
  'only_agency',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const

const byToken = statement('api-key-of-token', (p: Parameters<{ hash: Buffer }>) =>
  db.selectFrom('api_key').select(columns).where('token_hash', '=', p.hash),
)

/** The key of a token; undefined if there is none. For the sign-in pool. Looked up by its hash, so its time tells nothing of a key. */
export async function findKey(pool: pg.Pool, token: string): Promise<ApiKey | undefined> {
  const [row] = await rowsOf(pool, byToken({ hash: hashToken(token) }))
  return row && keyIn(row)
}

/** A row of {@link keyIn}, or none. */
export const keyById = statement('api-key-by-id', (p: Parameters<{ companyId: string; keyId: string }>) =>
  db.selectFrom('api_key').select(columns).where('company_id', '=', p.companyId).where('key_id', '=', p.keyId),
)

/** A key of a company by its id; undefined if there is none. */
export async function readKey(
  pool: pg.Pool,
  { companyId, keyId }: { companyId: string; keyId: string },
): Promise<ApiKey | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [keyById({ companyId, keyId })])
  return rows[0] && keyIn(rows[0])
}

/** All keys of a company, the newest first, also those that have ended. */
export const keysOfCompany = statement('api-keys-of-company', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('api_key')
    .select(columns)
    .where('company_id', '=', p.companyId)
    .orderBy('created_at', 'desc')
    .orderBy('key_id'),
)

/** The key in a row. A scope that only a newer release knows allows nothing here. */
export const keyIn = (row: RowOf<ReturnType<typeof keysOfCompany>>): ApiKey => ({
  keyId: row.key_id,
  companyId: row.company_id,
  madeBy: row.made_by,
  name: row.name,
  ending: row.ending,
  audience: row.audience,
  scopes: row.scopes.filter(isScope),
  createdAt: row.created_at,
  ...(row.only_agency === null ? {} : { onlyAgency: row.only_agency }),
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
})

const updateLastUsed = statement('note-api-key-used', (p: Parameters<{ keyId: string }>) =>
  db
    .updateTable('api_key')
    .set({ last_used_at: sql<string>`now()` })
    .where('key_id', '=', p.keyId)
    .where((key) =>
      key.or([key('last_used_at', 'is', null), key('last_used_at', '<', sql<string>`now() - interval '1 minute'`)]),
    ),
)

/** In milliseconds: how often it is noted that a key is used. */
const noted = 60_000

/** Notes that a key is used now, at most once a minute. */
export async function noteKeyUsed(pool: pg.Pool, { keyId, lastUsedAt }: ApiKey, now: Date): Promise<void> {
  if (lastUsedAt !== undefined && now.getTime() - Date.parse(lastUsedAt) < noted) return
  await pool.query(updateLastUsed({ keyId }))
}
