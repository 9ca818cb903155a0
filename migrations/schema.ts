import type pg from 'pg'

/**
 * The database's schema as SQL in a fixed order, read from PostgreSQL's catalogs: no pg_dump is needed. Leaves out the tables in
 * which the migrations record themselves, the name of the database's owner, and whether roles may log in, which the operator decides.
 */
export async function describeSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ statement: string }>(schema)
  return `${rows.map((one) => one.statement).join('\n\n')}\n`
}

const name = (column: string) => `quote_ident(${column})`
/** The privileges of roles other than the owner, one GRANT for each. */
const grants = (acl: string, owner: string, on: string) => `
  select string_agg(line, e'\\n' order by line collate "C") from (
    select format('grant %s on %s to %s;', string_agg(lower(privilege_type), ', ' order by privilege_type collate "C"), ${on},
      case grantee when 0 then 'public' else ${name('grantee::regrole::text')} end) as line
    from aclexplode(${acl}) where grantee <> ${owner} group by grantee
  ) given`

const columns = `
  select string_agg(format('  %s %s%s%s', ${name('a.attname')}, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' else '' end, ' default ' || pg_get_expr(d.adbin, d.adrelid)),
    e',\\n' order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

/** The privileges on single columns. */
const columnGrants = `
  select string_agg(format('grant %s (%s) on %s to %s;', lower(privilege), columns, ${name('c.relname')}, ${name('grantee')}),
    e'\\n' order by grantee collate "C", privilege)
  from (select g.grantee::regrole::text grantee, g.privilege_type privilege,
      string_agg(${name('a.attname')}, ', ' order by a.attnum) columns
    from pg_attribute a, aclexplode(a.attacl) g where a.attrelid = c.oid and not a.attisdropped
    group by g.grantee, g.privilege_type) given`

const constraints = `
  select string_agg(format(e',\\n  constraint %s %s', ${name('k.conname')}, pg_get_constraintdef(k.oid)), ''
    order by k.contype = 'p' desc, k.conname collate "C")
  from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')`

const indexes = `
  select string_agg(pg_get_indexdef(i.indexrelid) || ';', e'\\n' order by i.indexrelid::regclass::text collate "C")
  from pg_index i where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

const policies = `
  select string_agg(format('create policy %s on %s%s for %s to %s%s%s;', ${name('p.polname')}, ${name('c.relname')},
    case when p.polpermissive then '' else ' as restrictive' end,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(${name('role::regrole::text')}, ', ' order by role::regrole::text collate "C") from unnest(p.polroles) role),
    ' using (' || pg_get_expr(p.polqual, c.oid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, c.oid) || ')'),
    e'\\n' order by p.polname collate "C")
  from pg_policy p where p.polrelid = c.oid`

const triggers = `
  select string_agg(pg_get_triggerdef(t.oid) || ';', e'\\n' order by t.tgname collate "C")
  from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal`

const security = `format('alter table %s %s row level security, %s row level security;', ${name('c.relname')},
  case when c.relrowsecurity then 'enable' else 'disable' end, case when c.relforcerowsecurity then 'force' else 'no force' end)`

const tables = `
  select 2 as kind, c.relname::text as name, concat_ws(e'\\n',
    format(e'create table %s (\\n%s%s\\n)%s;', ${name('c.relname')}, (${columns}), (${constraints}),
      ' with (' || array_to_string(c.reloptions, ', ') || ')'),
    (${indexes}), ${security}, (${policies}), (${grants('c.relacl', 'c.relowner', name('c.relname'))}),
    (${columnGrants}), (${triggers})) as statement
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relname not like 'kysely%'`

const signature = "format('function %s(%s)', quote_ident(f.proname), pg_get_function_identity_arguments(f.oid))"
const functions = `
  select 3 as kind, ${signature} as name, concat_ws(e'\\n', pg_get_functiondef(f.oid) || ';',
    case when f.proowner::regrole::text like 'fettle\\_%' then format('alter %s owner to %s;', ${signature}, f.proowner::regrole) end,
    case when f.proacl is not null and not exists (select from aclexplode(f.proacl) where grantee = 0)
      then format('revoke all on %s from public;', ${signature}) end,
    (${grants('f.proacl', 'f.proowner', signature)})) as statement
  from pg_proc f where f.pronamespace = 'public'::regnamespace`

const roles = `
  select 1 as kind, r.rolname::text as name, concat_ws(e'\\n',
    format('create role %s%s%s;', ${name('r.rolname')}, case when r.rolsuper then ' superuser' end, case when r.rolbypassrls then ' bypassrls' end),
    (select string_agg(format('grant %s to %s;', m.roleid::regrole, ${name('r.rolname')}), e'\\n' order by m.roleid::regrole::text)
      from pg_auth_members m where m.member = r.oid and m.roleid::regrole::text like 'fettle\\_%'),
    (select format('grant %s on schema public to %s;', string_agg(lower(privilege_type), ', ' order by privilege_type), ${name('r.rolname')})
      from pg_namespace n, aclexplode(n.nspacl) where n.nspname = 'public' and grantee = r.oid having count(*) > 0)) as statement
  from pg_roles r where r.rolname like 'fettle\\_%'`

const schema = `
  select statement from (${roles} union all ${tables} union all ${functions}) parts order by kind, name collate "C"`
