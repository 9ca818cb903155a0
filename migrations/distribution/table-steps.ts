import type pg from 'pg'
import type { Step } from './step.ts'

/**
 * Of a company, and yet on the coordinator: what is asked together with accounts and sessions, which are there, as an email is unique
 * among all companies and a token is looked for before its company is known.
 */
const ofSignIn = ['second_factor_rule']

/** The tables to distribute, or those that are: a company's table has the company first in its key. Those that others refer to come first. */
const companyTables = (isDistributed: boolean) => `
  select c.relname::text name from pg_class c
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id' and c.relname <> all ($1)
    and ${isDistributed ? '' : 'not'} exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
  order by c.relname <> 'event', exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), 1`

const namesOf = async (client: pg.ClientBase, isDistributed: boolean): Promise<string[]> =>
  (await client.query<{ name: string }>(companyTables(isDistributed), [ofSignIn])).rows.map((one) => one.name)

/** Every company's rows of all tables lie on one worker, with those of `event`; the key of the wall is on every machine. */
export async function tableSteps(client: pg.ClientBase): Promise<Step[]> {
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = 'public.wall_key'::regclass`,
  )
  const key: Step = {
    what: 'put wall_key on every machine',
    run: (session) => unforced(session, 'wall_key', `select create_reference_table('wall_key')`),
  }
  const tables = (await namesOf(client, false)).map((name) => ({
    what: `spread ${name} over the workers by company`,
    run: (session: pg.ClientBase) => spread(session, name),
  }))
  return [...(rowCount === 0 ? [key] : []), ...(await olderPolicies(client)), ...tables]
}

/** Tables that an earlier release spread, with policies that ask for the proof of a company for each row. */
async function olderPolicies(client: pg.ClientBase): Promise<Step[]> {
  const steps: Step[] = []
  for (const name of await namesOf(client, true)) {
    const texts = await plainPolicies(client, name)
    if (texts.length > 0)
      steps.push({
        what: `ask once a reading of ${name} for the proof of its company`,
        run: async (session) => {
          for (const text of texts) await session.query(text)
        },
      })
  }
  return steps
}

async function spread(client: pg.ClientBase, name: string) {
  for (const text of await plainPolicies(client, name)) await client.query(text)
  const beside = name === 'event' ? 'none' : 'event'
  await unforced(client, name, `select create_distributed_table('${name}', 'company_id', colocate_with => '${beside}')`)
}

/** Rows are copied, and a wall that holds for the owner too hides them. Nobody else looks before the commit. */
async function unforced(client: pg.ClientBase, name: string, text: string) {
  await client.query(`alter table ${name} no force row level security`)
  await client.query(text)
  await client.query(`alter table ${name} force row level security`)
}

/** Own rows, as the database writes down what the migrations say. */
const ownRows = `(company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)`
const provenRows = '(company_id = proven_company())'
const proof = 'is_company_proven()'
/** What a policy that asks another table becomes: Citus lets a policy call a function, but not hold a query. */
const asCalls: Record<string, string> = { erase_closed: '(company_id = company_in_erasure())' }

type Policy = { name: string; permissive: boolean; walled: boolean; using: string | null; checking: string | null }

/**
 * The policies of a table as Citus keeps them. It copies a restrictive policy to the shards as a permissive one, which opens what it should
 * close: so the proof of a company becomes a part of every policy of the roles that must give it, and `proven` goes.
 */
async function plainPolicies(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<Policy>(
    `select polname::text name, polpermissive permissive, pg_get_expr(polqual, polrelid) "using",
      pg_get_expr(polwithcheck, polrelid) checking, exists (
        select from unnest(polroles) role where role::regrole::text in ('fettle_api', 'fettle_auth')) walled
    from pg_policy where polrelid = $1::regclass order by 1`,
    [`public.${table}`],
  )
  return rows.flatMap((policy) => {
    const { name, permissive, walled } = policy
    if (name === 'proven') return [`drop policy proven on ${table}`]
    if (!permissive) throw new Error(`The policy ${name} of ${table} is restrictive, which Citus does not keep.`)
    const [using, checking] = [policy.using, policy.checking].map((one) => one && asKept(name, one, walled))
    if (using === policy.using && checking === policy.checking) return []
    const clauses = `${using ? `using (${using})` : ''} ${checking ? `with check (${checking})` : ''}`
    if (/\bselect\b/i.test(clauses))
      throw new Error(`The policy ${name} of ${table} holds a query, which Citus refuses.`)
    return [`alter policy ${name} on ${table} ${clauses}`]
  })
}

function asKept(name: string, condition: string, isWalled: boolean): string {
  const call = asCalls[name]
  if (call) return call
  if (!isWalled) return condition
  if (condition === 'true') return proof
  if (condition === ownRows || condition === `(${ownRows} AND ${proof})`) return provenRows
  return condition.includes(proof) || condition === provenRows ? condition : `(${condition} AND ${proof})`
}

/**
 * The rows that the coordinator held before they were spread are still on its disk, where no erasure would reach them. They go at the
 * end, once no table on the coordinator refers to them any longer.
 */
export async function leftRows(client: pg.ClientBase): Promise<Step[]> {
  if ((await namesOf(client, false)).length > 0) return []
  const { rows } = await client.query<{ name: string; guarded: boolean }>(
    `select c.relname::text name, exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) guarded
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) > 0
    order by exists (select from pg_constraint k where k.confrelid = c.oid), 1`,
  )
  return rows.map(({ name, guarded }) => ({
    what: `remove the rows of ${name} from the coordinator's disk`,
    run: async (session) => {
      // The triggers refuse to remove anything from the log; it is on the workers by now.
      if (guarded) await session.query(`alter table ${name} disable trigger user`)
      await session.query(`select truncate_local_data_after_distributing_table('${name}')`)
      if (guarded) await session.query(`alter table ${name} enable trigger user`)
    },
  }))
}
