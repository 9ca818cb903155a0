import { type Kysely, sql } from 'kysely'

/**
 * The parts book. Row-level security keeps an index from being asked anything that is not leakproof, which rules out `like` and
 * `lower`. So the searched texts are kept in lower case in their own columns, in byte order, where a prefix is a plain range.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table part_row (
      company_id uuid not null,
      generation integer not null,
      part_id uuid not null,
      name text not null,
      reference text not null,
      site text not null,
      job_id text not null,
      category text not null,
      purchase_date date not null,
      expected_delivery date not null,
      part_status text not null,
      link text not null,
      notes text not null,
      created_by text not null,
      created_at timestamptz(3) not null,
      updated_by text not null,
      updated_at timestamptz(3) not null,
      job_number integer,
      name_key text collate "C" not null,
      reference_key text collate "C" not null,
      job_key text collate "C" not null,
      category_key text collate "C" not null,
      primary key (company_id, generation, part_id)
    )`.execute(db)
  await sql`
    create index part_row_purchase_date on part_row
    (company_id, generation, purchase_date, created_at, part_id)`.execute(db)
  await sql`
    create index part_row_expected_delivery on part_row
    (company_id, generation, expected_delivery, created_at, part_id)`.execute(db)
  await sql`
    create index part_row_due on part_row
    (company_id, generation, part_status desc, expected_delivery, created_at, part_id)`.execute(db)
  for (const key of ['name_key', 'reference_key', 'job_key', 'category_key'])
    await sql`
      create index ${sql.id(`part_row_${key}`)} on part_row (company_id, generation, ${sql.id(key)})`.execute(db)
  await sql`create index part_row_job_number on part_row (company_id, generation, job_number)`.execute(db)

  await sql`alter table part_row enable row level security, force row level security`.execute(db)
  await sql`
    create policy own_company on part_row for select to fettle_api
    using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
  await sql`create policy all_companies on part_row to fettle_projector using (true) with check (true)`.execute(db)
  await sql`grant select on part_row to fettle_api`.execute(db)
  await sql`grant select, insert, update, delete on part_row to fettle_projector`.execute(db)
}
