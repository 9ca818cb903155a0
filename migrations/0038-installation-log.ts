import { type Kysely, sql } from 'kysely'

/**
 * The signed heads of all companies form one log: each has a place in it and signs the head before it, and `installation_head` is
 * the end of that log, as `company_head` is of a company's ledger. Its row is locked while a head is signed. Heads of before have no
 * place. `count_companies` counts those with a ledger, for roles that see only one.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table signed_head add column place bigint`.execute(db)
  await sql`create unique index signed_head_place on signed_head (place) where place is not null`.execute(db)
  await sql`
    create table installation_head (
      only_row boolean primary key default true check (only_row),
      place bigint not null default 0,
      digest bytea not null default decode(repeat('00', 32), 'hex')
    )`.execute(db)
  await sql`
    create function refuse_all_but_the_next_place() returns trigger language plpgsql as $$
    begin
      if new.place = old.place + 1 then return new; end if;
      raise exception 'the log of signed heads only moves on by one' using errcode = 'restrict_violation';
    end $$`.execute(db)
  await sql`
    create trigger append_only before delete or truncate on installation_head
    for each statement execute function refuse_change()`.execute(db)
  await sql`
    create trigger next_place before update on installation_head
    for each row execute function refuse_all_but_the_next_place()`.execute(db)
  await sql`alter table installation_head enable row level security, force row level security`.execute(db)
  await sql`create policy the_only_row on installation_head to fettle_api using (true) with check (place >= 0)`.execute(
    db,
  )
  await sql`
    create policy proven on installation_head as restrictive to fettle_api
    using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
  await sql`create policy readers on installation_head for select to fettle_projector using (true)`.execute(db)
  await sql`grant select, insert (only_row), update (place, digest) on installation_head to fettle_api`.execute(db)
  await sql`grant select on installation_head to fettle_projector`.execute(db)
  await sql`
    create function count_companies() returns bigint language sql stable
      security definer set search_path = pg_catalog, public, pg_temp as $$
      select count(*) from company_head where seq > 0
    $$`.execute(db)
  await sql`revoke execute on function count_companies() from public`.execute(db)
  await sql`grant execute on function count_companies() to fettle_api`.execute(db)
  await sql`grant create on schema public to fettle_ledger`.execute(db)
  await sql`alter function count_companies() owner to fettle_ledger`.execute(db)
  await sql`revoke create on schema public from fettle_ledger`.execute(db)
}
