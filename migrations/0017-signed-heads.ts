import { type Kysely, sql } from 'kysely'

/**
 * The signed heads of each company's ledger, exactly as they were issued. The only thing that changes is when one was
 * stored where the operator keeps them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table signed_head (
      company_id uuid not null,
      epoch bigint not null,
      seq bigint not null,
      signed_at timestamptz(3) not null,
      document jsonb not null,
      stored_at timestamptz(3),
      primary key (company_id, epoch, seq)
    )`.execute(db)
  await sql`create index signed_head_to_store on signed_head (company_id) where stored_at is null`.execute(db)
  await sql`
    create trigger append_only before delete or truncate on signed_head
    for each statement execute function refuse_change()`.execute(db)
  await sql`alter table signed_head enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on signed_head to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`create policy all_companies on signed_head for select to fettle_projector using (true)`.execute(db)
  await sql`grant select, insert, update (stored_at) on signed_head to fettle_api`.execute(db)
  await sql`grant select on signed_head to fettle_projector`.execute(db)
}
