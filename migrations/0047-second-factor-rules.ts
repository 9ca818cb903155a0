import { type Kysely, sql } from 'kysely'

/**
 * Companies that require a second factor. The row comes and goes with the events that say so; it tells whom a rule binds without a look
 * into the log. The role that sees one company at a time may ask whether a person of it has a second factor, and learns no more of it.
 * An account knows when its password was set, and whether its person wants to be asked again before big changes; earlier ones do not.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table second_factor_rule (
      company_id uuid primary key,
      required_for text not null check (required_for in ('owner', 'office'))
    )`.execute(db)
  await sql`alter table second_factor_rule enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on second_factor_rule to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`
    create policy proven on second_factor_rule as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  // Ends the pushes to people of all companies together.
  await sql`create policy sign_in on second_factor_rule for select to fettle_auth using (true)`.execute(db)
  await sql`grant select, insert, delete, update (required_for) on second_factor_rule to fettle_api`.execute(db)

  for (const table of ['account', 'authenticator', 'passkey'])
    await sql`create policy whose on ${sql.table(table)} for select to fettle_ledger using (true)`.execute(db)
  await sql`grant select (user_id, company_id) on account to fettle_ledger`.execute(db)
  await sql`grant select (user_id) on authenticator to fettle_ledger`.execute(db)
  await sql`grant select (user_id) on passkey to fettle_ledger`.execute(db)
  await sql`
    create function has_second_factor(p_user uuid) returns boolean
    language sql stable parallel restricted security definer set search_path = pg_catalog, public, pg_temp as $$
      select is_company_proven() and exists (
        select from account a
        where a.user_id = p_user and a.company_id = nullif(current_setting('fettle.company', true), '')::uuid
          and (exists (select from authenticator f where f.user_id = a.user_id)
            or exists (select from passkey f where f.user_id = a.user_id)))
    $$`.execute(db)
  await sql`revoke execute on function has_second_factor(uuid) from public`.execute(db)
  await sql`grant execute on function has_second_factor(uuid) to fettle_api`.execute(db)
  // The new owner of a function must briefly be allowed to create one.
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`alter function has_second_factor(uuid) owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)

  await sql`alter table account add column password_set_at timestamptz(3), add column asks_again boolean`.execute(db)
}
