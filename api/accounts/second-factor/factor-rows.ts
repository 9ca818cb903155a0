import { sql } from 'kysely'
import type pg from 'pg'
import type { SecondFactorAnswer, SecondFactorKind } from '#core/wire/account/second-factor.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { deleteNewPasskeys, deletePasskey, deletePasskeys, listPasskeys } from './passkey-rows.ts'

type Person = { userId: string }
type Client = pg.Pool | pg.ClientBase
const now = sql<string>`now()`

const authenticatorOf = statement('read-authenticator', (p: Parameters<Person>) =>
  db
    .selectFrom('authenticator')
    .select(['sealed_secret', 'last_step', 'created_at', 'last_used_at'])
    .where('user_id', '=', p.userId),
)
const codesLeft = statement('count-recovery-codes', (p: Parameters<Person>) =>
  db
    .selectFrom('recovery_code')
    .select((code) => code.cast<number>(code.fn.countAll(), 'integer').as('left'))
    .where('user_id', '=', p.userId)
    .where('used_at', 'is', null),
)

/** A person's sealed secret and the step of the last code that was used; undefined without an authenticator app. */
export async function readAuthenticator(
  pool: Client,
  userId: string,
): Promise<{ sealedSecret: Buffer; lastStep: number } | undefined> {
  const [row] = await rowsOf(pool, authenticatorOf({ userId }))
  return row && { sealedSecret: row.sealed_secret, lastStep: row.last_step }
}

/** A person's second factor as the screens show it. */
export async function readSecondFactor(
  pool: Client,
  userId: string,
): Promise<Pick<SecondFactorAnswer, 'authenticator' | 'passkeys' | 'recoveryCodes'>> {
  const [row] = await rowsOf(pool, authenticatorOf({ userId }))
  const [codes] = await rowsOf(pool, codesLeft({ userId }))
  const passkeys = await listPasskeys(pool, userId)
  const recoveryCodes = codes?.left ?? 0
  if (!row) return { passkeys, recoveryCodes }
  const { created_at: since, last_used_at: lastUsedAt } = row
  return { authenticator: { since, ...(lastUsedAt ? { lastUsedAt } : {}) }, passkeys, recoveryCodes }
}

/** What a person can prove by, besides their password, that it is they; none without a second factor. */
export async function readFactors(pool: Client, userId: string): Promise<SecondFactorKind[]> {
  const { authenticator, passkeys } = await readSecondFactor(pool, userId)
  return [
    ...(authenticator ? (['authenticator'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ]
}

type NewAuthenticator = Person & { sealedSecret: Buffer; lastStep: number }

const upsertAuthenticator = statement('put-authenticator', (p: Parameters<NewAuthenticator>) =>
  db
    .insertInto('authenticator')
    .values({ user_id: p.userId, sealed_secret: p.sealedSecret, last_step: p.lastStep })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({
        sealed_secret: row.ref('excluded.sealed_secret'),
        last_step: row.ref('excluded.last_step'),
        created_at: now,
        last_used_at: null,
      })),
    ),
)

/** Gives a person an authenticator app, or another one. `lastStep` is that of the code by which they showed that it works. */
export async function putAuthenticator(client: pg.ClientBase, authenticator: NewAuthenticator): Promise<void> {
  await client.query(upsertAuthenticator(authenticator))
}

const takeStep = statement('use-authenticator-step', (p: Parameters<Person & { step: number }>) =>
  db
    .updateTable('authenticator')
    .set({ last_step: p.step, last_used_at: now })
    .where('user_id', '=', p.userId)
    .where('last_step', '<', p.step),
)

/** Uses up a step and those before it; false if another request has just done so. */
export async function redeemStep(pool: Client, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(takeStep({ userId, step }))
  return rowCount === 1
}

const deleteAuthenticator = statement('delete-authenticator', (p: Parameters<Person>) =>
  db.deleteFrom('authenticator').where('user_id', '=', p.userId),
)
const deleteCodes = statement('delete-recovery-codes', (p: Parameters<Person>) =>
  db.deleteFrom('recovery_code').where('user_id', '=', p.userId),
)
const deleteTickets = statement('delete-second-steps', (p: Parameters<Person>) =>
  db.deleteFrom('second_step').where('user_id', '=', p.userId),
)

/** Removes a person's authenticator app; false if they had none. */
export async function removeAuthenticator(client: pg.ClientBase, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(deleteAuthenticator({ userId }))
  await endWithoutFactor(client, userId)
  return rowCount === 1
}

/** Removes one passkey of a person; false if they have none such. */
export async function removePasskey(client: pg.ClientBase, userId: string, passkeyId: string): Promise<boolean> {
  const isRemoved = await deletePasskey(client, userId, passkeyId)
  await endWithoutFactor(client, userId)
  return isRemoved
}

/**
 * Removes the passkeys that somebody who knew a person's password may have added: those of the last seven days, when the person has
 * taken their account back.
 */
export async function removeNewPasskeys(client: pg.ClientBase, userId: string): Promise<void> {
  await deleteNewPasskeys(client, userId)
  await endWithoutFactor(client, userId)
}

/** Removes a person's authenticator app, passkeys, recovery codes and begun sign-ins; false if they had no second factor. */
export async function removeSecondFactor(client: pg.ClientBase, userId: string): Promise<boolean> {
  const hadPasskeys = await deletePasskeys(client, userId)
  return (await removeAuthenticator(client, userId)) || hadPasskeys
}

/** Ends the recovery codes and begun sign-ins of a person who has no second factor left. */
async function endWithoutFactor(client: pg.ClientBase, userId: string) {
  if ((await readFactors(client, userId)).length > 0) return
  await client.query(deleteCodes({ userId }))
  await client.query(deleteTickets({ userId }))
}

type NewCode = Person & { codeHash: Buffer; salt: Buffer }

const insertCode = statement('add-recovery-code', (p: Parameters<NewCode>) =>
  db.insertInto('recovery_code').values({ user_id: p.userId, code_hash: p.codeHash, salt: p.salt }),
)

/** Replaces a person's recovery codes. All are hashed with the same salt, so that checking one costs one hash. */
export async function replaceRecoveryCodes(
  client: pg.ClientBase,
  { userId, hashes, salt }: Person & { hashes: readonly Buffer[]; salt: Buffer },
): Promise<void> {
  await client.query(deleteCodes({ userId }))
  for (const codeHash of hashes) await client.query(insertCode({ userId, codeHash, salt }))
}

const saltOf = statement('recovery-code-salt', (p: Parameters<Person>) =>
  db.selectFrom('recovery_code').select('salt').where('user_id', '=', p.userId).where('used_at', 'is', null).limit(1),
)

/** The salt of a person's recovery codes; undefined if none is left. */
export const readSalt = async (pool: Client, userId: string): Promise<Buffer | undefined> =>
  (await rowsOf(pool, saltOf({ userId })))[0]?.salt

const takeCode = statement('use-recovery-code', (p: Parameters<Person & { codeHash: Buffer }>) =>
  db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', p.userId)
    .where('code_hash', '=', p.codeHash)
    .where('used_at', 'is', null),
)

/** Uses up a recovery code by its hash; false if there is none such, or it was used. */
export async function redeemRecoveryCode(pool: Client, userId: string, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(takeCode({ userId, codeHash }))
  return rowCount === 1
}
