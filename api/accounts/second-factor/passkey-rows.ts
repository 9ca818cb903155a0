import { sql } from 'kysely'
import type pg from 'pg'
import { mostPasskeys, type Passkey } from '#core/wire/account/passkeys.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Client = pg.Pool | pg.ClientBase
type Person = { userId: string }
const now = sql<string>`now()`

/** What is kept to check a passkey: its public key, and how often its device says that it was used, 0 if the device does not count. */
export type StoredPasskey = {
  passkeyId: string
  userId: string
  companyId: string
  publicKey: Buffer
  counter: number
}
/** A credential in the form that the browser needs. */
export type KnownCredential = { id: string; transports: string[] }

const byCredential = statement('find-passkey', (p: Parameters<{ credentialId: string }>) =>
  db
    .selectFrom('passkey')
    .innerJoin('account', 'account.user_id', 'passkey.user_id')
    .select(['passkey_id', 'passkey.user_id', 'account.company_id', 'public_key', 'counter'])
    .where('credential_id', '=', p.credentialId),
)

/** The passkey with the credential's id, whosever it is; for the sign-in pool. */
export async function findPasskey(pool: Client, credentialId: string): Promise<StoredPasskey | undefined> {
  const [row] = await rowsOf(pool, byCredential({ credentialId }))
  if (!row) return undefined
  const { passkey_id: passkeyId, user_id: userId, company_id: companyId, public_key: publicKey, counter } = row
  return { passkeyId, userId, companyId, publicKey, counter }
}

const passkeysOf = statement('passkeys-of-person', (p: Parameters<Person>) =>
  db
    .selectFrom('passkey')
    .select(['passkey_id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', p.userId)
    .orderBy('created_at', 'desc'),
)

/** A person's passkeys as they see them, newest first. */
export async function listPasskeys(pool: Client, userId: string): Promise<Passkey[]> {
  return (await rowsOf(pool, passkeysOf({ userId }))).map((row) => ({
    passkeyId: row.passkey_id,
    name: row.name,
    addedAt: row.created_at,
    ...(row.last_used_at ? { lastUsedAt: row.last_used_at } : {}),
  }))
}

/** A person's credentials, for their browser. */
export async function readCredentials(pool: Client, userId: string): Promise<KnownCredential[]> {
  const rows = await rowsOf(pool, passkeysOf({ userId }))
  return rows.map((row) => ({ id: row.credential_id, transports: row.transports }))
}

type NewPasskey = Person & {
  passkeyId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
}

const insertPasskey = statement('add-passkey', (p: Parameters<NewPasskey>) =>
  db
    .insertInto('passkey')
    .values({
      passkey_id: p.passkeyId,
      credential_id: p.credentialId,
      user_id: p.userId,
      public_key: p.publicKey,
      counter: p.counter,
      transports: p.transports,
      name: p.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('created_at'),
)

const lockAccount = statement('lock-account-of-passkeys', (p: Parameters<Person>) =>
  db.selectFrom('account').select('user_id').where('user_id', '=', p.userId).forUpdate(),
)

/**
 * Adds a passkey, in a transaction. Returns when it was added, or why it was not: its person has the most allowed, or the credential
 * is already registered, to them or to somebody else.
 */
export async function addPasskey(
  client: pg.ClientBase,
  passkey: NewPasskey,
): Promise<{ addedAt: string } | 'too-many' | 'known'> {
  // One at a time, or two at once would both be the last one allowed.
  await client.query(lockAccount({ userId: passkey.userId }))
  if ((await readCredentials(client, passkey.userId)).length >= mostPasskeys) return 'too-many'
  const [added] = await rowsOf(client, insertPasskey(passkey))
  return added ? { addedAt: added.created_at } : 'known'
}

const countUse = statement('use-passkey', (p: Parameters<{ passkeyId: string; counter: number }>) =>
  db
    .updateTable('passkey')
    .set({ counter: p.counter, last_used_at: now })
    .where('passkey_id', '=', p.passkeyId)
    .where((passkey) => passkey.or([passkey('counter', '<', p.counter), passkey('counter', '=', 0)])),
)

/** Notes a use of a passkey and its device's counter; false if the counter has not grown, as with a copied passkey. */
export async function redeemPasskey(pool: Client, passkeyId: string, counter: number): Promise<boolean> {
  const { rowCount } = await pool.query(countUse({ passkeyId, counter }))
  return rowCount === 1
}

const setName = statement('rename-passkey', (p: Parameters<Person & { passkeyId: string; name: string }>) =>
  db.updateTable('passkey').set({ name: p.name }).where('user_id', '=', p.userId).where('passkey_id', '=', p.passkeyId),
)

/** Renames a person's passkey; false if they have no such passkey. */
export async function renamePasskey(
  pool: Client,
  passkey: { userId: string; passkeyId: string; name: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(setName(passkey))
  return rowCount === 1
}

const deleteOne = statement('remove-passkey', (p: Parameters<Person & { passkeyId: string }>) =>
  db.deleteFrom('passkey').where('user_id', '=', p.userId).where('passkey_id', '=', p.passkeyId),
)

/** Deletes one of a person's passkeys; false if they have no such passkey. */
export async function deletePasskey(client: pg.ClientBase, userId: string, passkeyId: string): Promise<boolean> {
  const { rowCount } = await client.query(deleteOne({ userId, passkeyId }))
  return rowCount === 1
}

const deleteAll = statement('remove-passkeys', (p: Parameters<Person>) =>
  db.deleteFrom('passkey').where('user_id', '=', p.userId),
)
const deleteChallenges = statement('forget-passkey-challenges', (p: Parameters<Person>) =>
  db.deleteFrom('passkey_challenge').where('user_id', '=', p.userId),
)

/** Deletes all passkeys of a person; false if they had none. */
export async function deletePasskeys(client: pg.ClientBase, userId: string): Promise<boolean> {
  await client.query(deleteChallenges({ userId }))
  const { rowCount } = await client.query(deleteAll({ userId }))
  return (rowCount ?? 0) > 0
}

/** In days: as long as a change of email can be taken back. */
const newFor = 7

const deleteNew = statement('remove-new-passkeys', (p: Parameters<Person & { days: number }>) =>
  db
    .deleteFrom('passkey')
    .where('user_id', '=', p.userId)
    .where('created_at', '>', sql<string>`now() - make_interval(days => ${p.days})`),
)

/** Deletes the passkeys that a person added within the last seven days. */
export async function deleteNewPasskeys(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(deleteNew({ userId, days: newFor }))
}
