import { type Kysely, sql } from 'kysely'

/**
 * ANALYZE keeps the samples of a table that has become empty, so a text erased with the last row of a table would stay among them.
 * Setting a column's type, even to the same one, drops its samples. The table is empty, so this takes no time.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace function forget_in_statistics() returns void language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '5s' as $$
    declare
      one regclass;
      sampled record;
    begin
      for one in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname loop
        execute format('analyze %s', one);
        for sampled in
          select a.attname, format_type(a.atttypid, a.atttypmod) as type, c.collname
          from pg_class t
          join pg_stats s on s.schemaname = 'public' and s.tablename = t.relname
          join pg_attribute a on a.attrelid = t.oid and a.attname = s.attname
          left join pg_collation c on c.oid = a.attcollation and c.collname <> 'default'
          where t.oid = one and t.reltuples = 0 and a.atttypid in ('text'::regtype, 'bytea'::regtype, 'jsonb'::regtype)
        loop
          execute format('alter table %s alter column %I type %s %s', one, sampled.attname, sampled.type,
            case when sampled.collname is null then '' else format('collate %I', sampled.collname) end);
        end loop;
      end loop;
    end $$`.execute(db)
}
