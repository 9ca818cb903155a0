import { type Kysely, sql } from 'kysely'

/**
 * The type of a column that a policy names cannot be set, so no erasure was completed once the table of mails was empty. Such columns
 * hold kinds and states, which tell nothing of anybody: their samples stay.
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
            and not exists (
              select from pg_depend d
              where d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_class'::regclass
                and d.refobjid = one and d.refobjsubid = a.attnum)
        loop
          execute format('alter table %s alter column %I type %s %s', one, sampled.attname, sampled.type,
            case when sampled.collname is null then '' else format('collate %I', sampled.collname) end);
        end loop;
      end loop;
    end $$`.execute(db)
}
