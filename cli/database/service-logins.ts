import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Settings } from '#cli/settings/settings.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { loginOf } from '#ledger/database/wall.ts'

/** The roles as which the API and the projector log in. */
const services = ['fettle_api', 'fettle_auth', 'fettle_projector']

/**
 * The address with which the API and the projector log in to a server of Fettle's own, as roles that may neither become its
 * superuser nor write to the log. Their password follows from the owner's, so it need not be kept.
 */
export function serviceAddress(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update('fettle service logins').digest('hex')
  url.username = 'fettle_api'
  return url.href
}

/**
 * Lets the services log in at this address, as the owner, creating their roles if the server has none yet. Changes nothing where
 * they can log in already. On a server of Fettle's own it replaces another password; elsewhere another installation may use it, so
 * this throws. Throws PostgreSQL's error, too.
 */
export async function openServiceLogins(ownerUrl: string, servicesUrl: string, { isOurs = false } = {}): Promise<void> {
  const closed: string[] = []
  for (const role of services) if (!(await canLogIn(loginOf(servicesUrl, role)))) closed.push(role)
  if (closed.length === 0) return
  const { password } = new URL(servicesUrl)
  await withClient(ownerUrl, async (owner) => {
    const known = await rowsOf(owner, knownRoles({ names: closed }))
    for (const role of closed) {
      const found = known.find((one) => one.rolname === role)
      if (found?.rolcanlogin && !isOurs)
        throw new Error(
          `PostgreSQL's role ${role} has a different password from the one in FETTLE_SERVICES_DATABASE_URL.`,
        )
      const change = sql`${sql.raw(found ? 'alter' : 'create')} role ${sql.id(role)} login password ${sql.lit(decodeURIComponent(password))}`
      await owner.query(change.compile(db).sql)
    }
  })
}

/**
 * Lets the services log in to the database of these settings, and returns the address with which they do: the owner's if the
 * settings name no other for a database that is not Fettle's own.
 */
export async function openLogins(ownerUrl: string, { databaseUrl, servicesUrl }: Settings): Promise<string> {
  if (databaseUrl && !servicesUrl) return ownerUrl
  const address = servicesUrl ?? serviceAddress(ownerUrl)
  await openServiceLogins(ownerUrl, address, { isOurs: !databaseUrl })
  return address
}

/** What an operator should know of the login with which the API and the projector connect; undefined if it is as it should be. */
export async function warningOfLogin(servicesUrl: string): Promise<string | undefined> {
  const [login] = await withClient(servicesUrl, (client) => rowsOf(client, ownLogin({})))
  if (!login?.writes) return undefined
  const rights = login.superuser
    ? 'a superuser: a fault in one query could change the ledger, or run programs on the server'
    : 'which owns the tables: a fault in one query could change the ledger'
  return `The API and the projector log in to PostgreSQL as ${login.name}, ${rights}. Set FETTLE_SERVICES_DATABASE_URL, as docs/operators.md describes.`
}

const canLogIn = (address: string): Promise<boolean> =>
  withClient(address, async () => true).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && refused.includes(error.code ?? '')) return false
    throw error
  })

/** invalid_authorization_specification and invalid_password */
const refused = ['28000', '28P01']

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const knownRoles = statement('known-roles', (p: Parameters<{ names: readonly string[] }>) =>
  db
    .withTables<{ pg_roles: { rolname: string; rolcanlogin: boolean } }>()
    .selectFrom('pg_roles')
    .select(['rolname', 'rolcanlogin'])
    .where((e) => e('rolname', '=', e.fn.any(p.names))),
)

const ownLogin = statement('own-login', () =>
  db
    .withTables<{ pg_roles: { rolname: string; rolsuper: boolean } }>()
    .selectFrom('pg_roles')
    .select([
      'rolname as name',
      'rolsuper as superuser',
      sql<boolean>`pg_has_role(session_user, 'fettle_ledger', 'member')`.as('writes'),
    ])
    .where('rolname', '=', sql<string>`session_user`),
)
