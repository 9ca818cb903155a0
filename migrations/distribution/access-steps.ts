import pg from 'pg'
import type { Step } from './step.ts'

/** The roles that ask workers; see 0001-roles.ts. */
const roles = ['fettle_api', 'fettle_auth', 'fettle_ledger', 'fettle_projector']

/** What ledger/database/connect.ts sets for its own session, which does not reach those on the workers. */
const ofWorkers = { timezone: 'UTC', lock_timeout: '2s' }

/** Who may ask the workers, and how they prove their company there. */
export async function accessSteps(client: pg.ClientBase): Promise<Step[]> {
  return [...(await loginSteps(client)), ...(await proofSteps(client))]
}

/** The coordinator connects to a worker in the role of the asking session. */
async function loginSteps(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ role: string; logs_in: boolean; database: string; settings: string[] }>(
    `select r.rolname::text role, r.rolcanlogin logs_in, current_database()::text database, coalesce((
        select s.setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where s.setrole = r.oid and d.datname = current_database()), '{}') settings
    from pg_roles r where r.rolname = any ($1) order by 1`,
    [roles],
  )
  return rows.flatMap(({ role, logs_in, database, settings }) => {
    const unset = Object.entries(ofWorkers).filter(
      ([name, value]) => !settings.some((one) => one.toLowerCase() === `${name}=${value}`.toLowerCase()),
    )
    if (logs_in && unset.length === 0) return []
    const run: Step['run'] = async (session) => {
      if (!logs_in) await session.query(`alter role ${role} login`)
      for (const [name, value] of unset)
        await session.query(
          `alter role ${role} in database ${session.escapeIdentifier(database)} set ${name} = '${value}'`,
        )
    }
    return [{ what: `let ${role} log in to the workers`, run }]
  })
}

/** The settings of the functions that ask one table on behalf of another, which Citus otherwise refuses on a worker. */
const mayAskAgain = 'citus.allow_nested_distributed_execution'

const beingErased = `
  create or replace function is_being_erased(p_company uuid) returns boolean
  language plpgsql stable parallel restricted set search_path = pg_catalog, public, pg_temp set ${mayAskAgain} = on as $$
  begin
    return exists (
      select from company_closing closing where closing.company_id = p_company and closing.erasing_since is not null);
  end $$`

/**
 * A worker sees the role that asked the coordinator and not the login behind it, so its session has to prove its company: with the
 * key of the wall, which every machine gets, and the process of the coordinator, which Citus alone can name on a worker.
 */
const proofFunctions = [
  {
    what: 'name the process of the coordinator in proofs of a company',
    done: `select from pg_proc where proname = 'session_backend' and prosrc like '%citus_backend_gpid%'`,
    text: `create or replace function session_backend() returns integer language sql stable parallel restricted as $$
      select (citus_backend_gpid() % 10000000000)::integer
    $$`,
  },
  {
    what: 'have the workers check proofs of a company',
    done: `select from pg_proc where proname = 'is_company_proven' and '${mayAskAgain}=on' = any (proconfig)`,
    text: `alter function is_company_proven() set ${mayAskAgain} = on`,
  },
  {
    what: 'have the workers check that a company is being erased',
    done: `select from pg_proc where proname = 'is_being_erased'`,
    text: beingErased,
  },
]

async function proofSteps(client: pg.ClientBase): Promise<Step[]> {
  const missing: Step[] = []
  for (const { what, done, text } of proofFunctions) {
    if ((await client.query(done)).rowCount) continue
    missing.push({ what, run: (session) => session.query(text) })
  }
  return missing
}

/** Settings of the database. The last one is what ledger/database/connect.ts knows a distributed database by. */
const settings = [
  { name: 'citus.enable_unsafe_triggers', value: 'on', what: 'let tables on the workers have triggers' },
  { name: 'citus.allow_unsafe_constraints', value: 'on', what: 'let the log of signed heads be numbered throughout' },
  { name: 'citus.propagate_set_commands', value: 'local', what: 'open the wall to a company on the workers as well' },
]

/** For this session at once, as the next steps need them, and for those to come. */
export async function settingSteps(client: pg.ClientBase): Promise<Step[]> {
  for (const { name, value } of settings) await client.query(`set ${name} = ${pg.escapeLiteral(value)}`)
  const { rows } = await client.query<{ database: string; set: string[] }>(
    `select current_database()::text database, coalesce((
      select setconfig from pg_db_role_setting where setrole = 0 and setdatabase = d.oid), '{}') set
    from pg_database d where datname = current_database()`,
  )
  const [{ database, set } = { database: '', set: [] }] = rows
  return settings
    .filter(({ name, value }) => !set.includes(`${name}=${value}`))
    .map(({ name, value, what }) => ({
      what,
      run: (session) => session.query(`alter database ${session.escapeIdentifier(database)} set ${name} = '${value}'`),
    }))
}
