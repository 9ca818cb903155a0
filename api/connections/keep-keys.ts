import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { hashToken } from '#api/keys/tokens.ts'
import { newKeyToken } from '#api/rights/api-keys/key-token.ts'
import type { NewApiKey } from '#core/wire/connections/api-keys.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Maker = { companyId: string; userId: string }
type NewRow = Omit<NewApiKey, 'until' | 'onlyAgency'> & {
  onlyAgency: string | null
  keyId: string
  companyId: string
  madeBy: string
  ending: string
  hash: Buffer
  expiresAt: string | null
}

const insertKey = statement('make-api-key', (p: Parameters<NewRow>) =>
  db.insertInto('api_key').values({
    key_id: p.keyId,
    company_id: p.companyId,
    made_by: p.madeBy,
    name: p.name,
    ending: p.ending,
    token_hash: p.hash,
    audience: p.audience,
    scopes: p.scopes,
    only_agency: p.onlyAgency,
    expires_at: p.expiresAt,
  }),
)

/** Makes a key and keeps its hash. Returns the key, which is nowhere else. On the sign-in pool. */
export async function makeKey(
  client: pg.ClientBase,
  { companyId, userId }: Maker,
  { name, audience, scopes, onlyAgency }: NewApiKey,
  expiresAt: string | undefined,
): Promise<{ keyId: string; token: string }> {
  const [keyId, token] = [uuid(), newKeyToken()]
  const row = {
    keyId,
    companyId,
    madeBy: userId,
    name,
    audience,
    scopes: [...new Set(scopes)],
    onlyAgency: onlyAgency ?? null,
  }
  await client.query(
    insertKey({ ...row, ending: token.slice(-4), hash: hashToken(token), expiresAt: expiresAt ?? null }),
  )
  return { keyId, token }
}

const updateRevoked = statement('revoke-api-key', (p: Parameters<{ companyId: string; keyId: string }>) =>
  db
    .updateTable('api_key')
    .set({ revoked_at: sql<string>`now()` })
    .where('company_id', '=', p.companyId)
    .where('key_id', '=', p.keyId)
    .where('revoked_at', 'is', null)
    .returning('key_id'),
)

/** Revokes a key of a company at once; false if it has none of that id that is not revoked yet. On the sign-in pool. */
export const revokeKey = async (client: pg.ClientBase, key: { companyId: string; keyId: string }): Promise<boolean> =>
  (await rowsOf(client, updateRevoked(key))).length === 1
