import { type Kysely, sql } from 'kysely'

/**
 * The roles that processes take at connect time (`options=-c role=...`). None can log in and none owns a table, so row-level
 * security holds for all of them. Roles belong to the whole server: another database may have created them already.
 */
export async function up(db: Kysely<unknown>) {
  for (const role of roles) {
    await sql`
      do $$ begin
        create role ${sql.raw(role)} nologin;
      exception when duplicate_object or unique_violation then null;
      end $$`.execute(db)
  }
  // The sign-in pool registers companies, so it may do all that the API may.
  await granted(db, 'fettle_api', 'fettle_auth')
  for (const role of roles) await granted(db, role, 'current_user')
  await sql`grant usage on schema public to fettle_api, fettle_projector, fettle_ledger`.execute(db)
}

/** No process takes the last one: the function `append` runs with its rights, the only ones that can write to the log. */
const roles = ['fettle_api', 'fettle_auth', 'fettle_projector', 'fettle_ledger']

/**
 * Two databases migrated at the same time would both grant the same membership; the loser finds it already granted. An owner
 * who may not grant the roles, because another owner created them, must already have them.
 */
const granted = (db: Kysely<unknown>, role: string, to: string) =>
  sql`
    do $$ begin
      grant ${sql.raw(role)} to ${sql.raw(to)};
    exception when insufficient_privilege or unique_violation or internal_error then null;
    end $$`.execute(db)
