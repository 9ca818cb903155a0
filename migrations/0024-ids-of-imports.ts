import { type Kysely, sql } from 'kysely'

/**
 * What the ids of imported jobs are made in, beside their rows: a secret of each company, which an erasure of something imported
 * changes. Without it nobody can try which row an id is of. An import has that which its company had when its file came; where
 * none is said, as for files of before, it is the company's own id. Companies of before keep that until they erase.
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
