import { type Kysely, sql } from 'kysely'

/**
 * The namespace that the ids of imported jobs are derived in, with their rows: a secret of each company, changed when something
 * imported is erased. Without it nobody can test which row an id came from. An import keeps the one its company had when its
 * file arrived; if it is null, as for older files, it is the company's own id. Older companies keep that until they erase
 * something imported.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table import_namespace (company_id uuid primary key, namespace uuid not null)`.execute(db)
  await sql`insert into import_namespace select company_id, company_id from company_head`.execute(db)
  await sql`alter table import_namespace enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on import_namespace to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)
    with check (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`grant select, insert, delete on import_namespace to fettle_api`.execute(db)
  await sql`alter table import_run add column namespace uuid`.execute(db)
}
