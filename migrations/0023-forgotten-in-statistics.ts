import { type Kysely, sql } from 'kysely'

/**
 * PostgreSQL keeps samples of each column's values for its planner, and takes new ones only when much has changed: an erased name
 * would stay among them for months. The API may request new samples of every table, although it owns none.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function forget_in_statistics() returns void language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      one text;
    begin
      for one in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1 loop
        execute format('analyze public.%I', one);
      end loop;
    end $$`.execute(db)
  await sql`revoke execute on function forget_in_statistics() from public`.execute(db)
  await sql`grant execute on function forget_in_statistics() to fettle_api`.execute(db)
  for (const [table, columns] of Object.entries(unsampled)) {
    for (const [column, type] of Object.entries(columns)) {
      // Setting a column's type, even to the same one, drops its existing samples.
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type ${sql.raw(type)}`.execute(db)
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set statistics 0`.execute(db)
    }
  }
}

const unsampled = {
  mail: { recipient: 'text' },
  session: { device: 'text', address: 'text' },
  external_identity: { subject: 'text' },
  import_run: { file_name: 'text', file: 'bytea', plan: 'jsonb', checked: 'jsonb' },
  import_refusal: { reason: 'text' },
}
