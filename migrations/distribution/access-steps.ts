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

/** As on one machine, but that nothing is computed where the key is read: Citus plans such a query each time, in three times as long. */
const isProven = `
  create or replace function is_proven(p_company uuid, p_proof text) returns boolean
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    outer_key bytea;
    inner_key bytea;
  begin
    if pg_has_role(session_user, 'fettle_ledger', 'member') then return true; end if;
    select outer_pad, inner_pad into outer_key, inner_key from wall_key;
    return coalesce(p_proof = encode(sha256(outer_key || sha256(inner_key
      || convert_to(p_company || '|' || session_backend(), 'UTF8'))), 'hex'), false);
  end $$`

/**
 * A policy that compares with one of these asks for the proof once a reading, as the key of an index begins with the company; a condition
 * without a column would be asked for each row. It costs enough for the planner to take the index.
 */
const companyOf = (name: string, condition: string) => `
  create or replace function ${name}() returns uuid
  language plpgsql stable parallel restricted cost 10000 set search_path = pg_catalog, public, pg_temp as $$
  declare
    company constant uuid := nullif(current_setting('fettle.company', true), '')::uuid;
  begin
    return case when ${condition} then company end;
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
    what: 'have the workers read the key of the wall by itself',
    done: `select from pg_proc where proname = 'is_proven' and prosrc like '%into outer_key, inner_key%'`,
    text: isProven,
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
  {
    what: 'have the workers ask once a reading for the proof of a company',
    done: `select from pg_proc where proname = 'proven_company'`,
    text: companyOf('proven_company', 'is_company_proven()'),
  },
  {
    what: 'have the workers ask once a deletion whether a company is being erased',
    done: `select from pg_proc where proname = 'company_in_erasure'`,
    text: companyOf('company_in_erasure', 'is_company_proven() and is_being_erased(company)'),
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
