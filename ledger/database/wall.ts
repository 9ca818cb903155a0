import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { statement } from './statement.ts'
import { db } from './statement-compiler.ts'

/** The roles that can log in themselves, so that a session can become no other; see docs/operators.md. */
const serviceRoles = ['fettle_api', 'fettle_auth', 'fettle_projector']

/** The roles whose sessions see one company at a time, and prove it; see migrations/0036-proven-company.ts. */
const walledRoles = ['fettle_api', 'fettle_auth']

/** Whether an address logs in as one of the services' own roles, rather than as the database's owner. */
export const isServiceAddress = (databaseUrl: string): boolean =>
  serviceRoles.includes(URL.parse(databaseUrl)?.username ?? '')

/** The address of a role's own login, if this is the address of one of them: they share a password. Else the address itself. */
export function loginOf(databaseUrl: string, role: string | undefined): string {
  if (!role || !serviceRoles.includes(role) || !isServiceAddress(databaseUrl)) return databaseUrl
  const url = new URL(databaseUrl)
  url.username = role
  return url.href
}

/**
 * Whether this connection's database is distributed over the machines of Citus; see migrations/distribution/. There, what a session sets
 * with SET LOCAL reaches the machine of its company, and nothing else does: not what a function sets. An append holds sessions, which
 * are on another machine, in a call of their own. The machine of the company sees the role alone and not the login behind it, so every
 * session of a walled role has to prove its company.
 */
export const isDistributed = (client: pg.ClientBase): boolean => distributed.has(client)
const distributed = new WeakSet<pg.ClientBase>()

/** Prepares a new connection to a distributed database. Its planner has to see which company a statement is about. */
export async function noteDistributed(client: pg.ClientBase): Promise<void> {
  distributed.add(client)
  await client.query('set plan_cache_mode = auto')
}

/** Lets the owner's own connection prove companies in the roles that it takes, if the database is distributed. Throws the database's error. */
export async function proveAsOwner(client: pg.ClientBase, databaseUrl: string): Promise<void> {
  const { rowCount } = await client.query(propagation({}))
  if (rowCount === 0) return
  await noteDistributed(client)
  await learnToProve(client, databaseUrl, 'fettle_api', 2_500)
}

const propagation = statement('propagation-of-settings', () =>
  db
    .withTables<{ pg_settings: { name: string; setting: string } }>()
    .selectFrom('pg_settings')
    .select('name')
    .where('name', '=', 'citus.propagate_set_commands')
    .where('setting', '=', 'local'),
)

type WallKey = { inner: Buffer; outer: Buffer }

const proofs = new WeakMap<pg.ClientBase, (companyId: string) => string>()

/** What proves a company on this connection; undefined if its login needs no proof. */
export const proofOf = (client: pg.ClientBase, companyId: string): string | undefined => proofs.get(client)?.(companyId)

/** Lets a new connection prove companies, if its login must, within `patience` milliseconds. Throws the database's error. */
export async function learnToProve(
  client: pg.ClientBase,
  databaseUrl: string,
  role: string,
  patience: number,
): Promise<void> {
  if (!walledRoles.includes(role) || !(isServiceAddress(databaseUrl) || isDistributed(client))) return
  const [key, { rows }] = await Promise.all([wallKeyOf(databaseUrl, patience), client.query(ownProcess({}))])
  const [backend] = rows
  if (!backend) throw new Error('The connection has no process')
  proofs.set(client, (companyId) => proof(key, `${companyId.toLowerCase()}|${backend.pid}`))
}

/** HMAC-SHA256 in hexadecimal; the table holds the key as it is mixed into either hash. */
const proof = ({ inner, outer }: WallKey, text: string): string =>
  createHash('sha256').update(outer).update(createHash('sha256').update(inner).update(text).digest()).digest('hex')

const keys = new Map<string, Promise<WallKey>>()

/** The key of a database, read once: the role that signs people in may read it, that of their sessions may not. */
function wallKeyOf(databaseUrl: string, patience: number): Promise<WallKey> {
  const address = loginOf(databaseUrl, 'fettle_auth')
  const known = keys.get(address) ?? readWallKey(address, patience)
  keys.set(address, known)
  known.catch(() => keys.delete(address))
  return known
}

async function readWallKey(address: string, patience: number): Promise<WallKey> {
  const client = new pg.Client({
    connectionString: address,
    // The owner may read it in the role that signs people in.
    options: '-c role=fettle_auth',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  // A pending query reports a broken connection; without a listener the process would end.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(wallKey({}))
    if (!rows[0]) throw new Error('The database has no key of the wall')
    return rows[0]
  } finally {
    await client.end().catch(() => undefined)
  }
}

const ownProcess = statement('own-process', () => db.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')))

const wallKey = statement('wall-key', () =>
  db.selectFrom('wall_key').select(['inner_pad as inner', 'outer_pad as outer']),
)
