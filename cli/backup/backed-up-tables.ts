import { sql } from 'kysely'
import type pg from 'pg'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A table that a backup contains, and how to read all of its rows. */
export type BackedUpTable = { name: string; columns: string[]; readAs: ReadAs }

/**
 * Row-level security applies to the database's owner too, so each table is read in a role that may read it: all rows at
 * once, or company by company. A superuser needs no role.
 */
export type ReadAs = { role?: string; each: 'all' | 'company' }

/**
 * The log and all tables that are not folded from it, referenced tables first. Throws if one cannot be read in full: a
 * backup that leaves rows out is worse than none.
 */
export async function backedUpTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<Found>(tables)
  const [role] = await rowsOf(client, ownRole({}))
  const seesAll = role?.seesAll === true
  return inOrder(rows).map((one) => ({
    name: one.name,
    columns: one.columns,
    readAs: seesAll ? { each: 'all' } : readAs(one),
  }))
}

const ownRole = statement('own-role', () =>
  db
    .withTables<{ pg_roles: { rolname: string; rolsuper: boolean; rolbypassrls: boolean } }>()
    .selectFrom('pg_roles')
    .select((e) => e.or([e.ref('rolsuper'), e.ref('rolbypassrls')]).as('seesAll'))
    .where('rolname', '=', sql<string>`current_user`),
)

type Found = {
  name: string
  columns: string[]
  refers_to: string[]
  reader: string | null
  company_reader: string | null
}

function readAs({ name, reader, company_reader }: Found): ReadAs {
  if (reader) return { role: reader, each: 'all' }
  if (company_reader) return { role: company_reader, each: 'company' }
  throw new Error(`No role may read all of the table ${name}, so it cannot be backed up as this user.`)
}

function inOrder(found: readonly Found[]): Found[] {
  const names = new Set(found.map((one) => one.name))
  const done = new Set<string>()
  const ordered: Found[] = []
  while (ordered.length < found.length) {
    const next = found.find(
      (one) => !done.has(one.name) && one.refers_to.every((to) => to === one.name || !names.has(to) || done.has(to)),
    )
    if (!next) throw new Error('The tables reference each other in a circle.')
    done.add(next.name)
    ordered.push(next)
  }
  return ordered
}

/** A role that this user may take and that may read the table under a policy with this condition; the owner proves no company. */
const readerWhere = (condition: string) => `
  (select r.rolname::text from pg_policy p, unnest(p.polroles) as named(role) join pg_roles r on r.oid = named.role
    where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*') and ${condition}
      and has_table_privilege(r.oid, c.oid, 'select') and pg_has_role(current_user, r.oid, 'member')
      and not exists (select from pg_policy q where q.polrelid = c.oid and not q.polpermissive and q.polname <> 'proven')
    order by r.rolname limit 1)`

/**
 * The projector's tables can be rebuilt, rate limits only count the last few minutes, and the key of the wall is each database's own. The
 * policies of a distributed database ask for the proof of a company themselves; without a company there is nothing to prove.
 */
const tables = `
  select c.relname::text as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) columns,
    array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f') refers_to,
    ${readerWhere("pg_get_expr(p.polqual, c.oid) in ('true', 'is_company_proven()')")} reader,
    ${readerWhere("pg_get_expr(p.polqual, c.oid) ~ '^[(]+company_id = ([(]NULLIF[(]current_setting[(]''fettle.company''|proven_company[(][)][)]$)'")} company_reader
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'
    and c.relname not in ('rate_limit', 'wall_key') and not has_table_privilege('fettle_projector', c.oid, 'insert')
  order by c.relname collate "C"`
