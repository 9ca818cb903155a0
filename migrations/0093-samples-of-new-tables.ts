import { type Kysely, sql } from 'kysely'

/**
 * A table that was never sampled looks to PostgreSQL's planner as if each company had one row in it, so that it compares all rows of one
 * table with all of another: after the first import the address book took longer than a request may, until autovacuum had come by. The
 * projector may request samples of such tables, although it owns none.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function sample_new_tables() returns integer language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
    declare
      one regclass;
      sampled integer := 0;
    begin
      for one in select oid from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples <= 0 and pg_stat_get_live_tuples(oid) >= 50
        order by relname
      loop
        execute format('analyze %s', one);
        sampled := sampled + 1;
      end loop;
      return sampled;
    end $$`.execute(db)
  await sql`revoke execute on function sample_new_tables() from public`.execute(db)
  await sql`grant execute on function sample_new_tables() to fettle_projector`.execute(db)
}
