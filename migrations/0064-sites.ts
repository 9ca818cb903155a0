import { type Kysely, sql } from 'kysely'
import { texts as textsBefore } from './0028-erasable-times-on-site.ts'

/** The texts that may be erased by law so far, those of sites among them. */
export const texts = {
  ...textsBefore,
  PhotosLeftOut: ['reason'],
  SignatureGiven: ['name', 'strokes'],
  MemberDetailsSet: ['fullName', 'initials', 'telephone'],
  SiteAdded: ['name'],
  SiteNamed: ['name'],
  SiteAddressSet: ['address', 'postcode'],
  SiteAccessSet: ['access', 'keys', 'parking', 'stopcock'],
  SiteBuildingSet: ['called'],
  SiteNoted: ['notes'],
  SiteAgencySet: ['agency'],
  SiteTenantSet: ['name', 'telephone'],
  SiteTenantEmailSet: ['email'],
  SiteContactSet: ['name', 'telephone', 'email'],
  SiteMerged: ['called'],
  SiteMergeUndone: ['called'],
  SiteKeptApart: ['called'],
}

/**
 * Sites: `site_row` has those with a stream of their own, `site_name` every name that stands for a site, and `site_job` the name that
 * each job has now. Row-level security keeps an index from being asked anything that is not leakproof, so names are kept as they are
 * compared and sorted, in byte order, and searched texts in lower case.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table site_row (
      company_id uuid not null,
      generation integer not null,
      site_id uuid not null,
      name text not null,
      sort_key text collate "C" not null,
      merged_into uuid,
      building_id uuid,
      agency text not null,
      search_key text not null,
      office_search_key text not null,
      body jsonb not null,
      primary key (company_id, generation, site_id)
    )`.execute(db)
  await sql`create index site_row_sorted on site_row (company_id, generation, sort_key, site_id)`.execute(db)
  await sql`
    create index site_row_merged on site_row (company_id, generation, merged_into) where merged_into is not null`.execute(
    db,
  )
  await sql`
    create index site_row_building on site_row (company_id, generation, building_id) where building_id is not null`.execute(
    db,
  )
  await sql`
    create table site_name (
      company_id uuid not null,
      generation integer not null,
      name_key text collate "C" not null,
      name text not null,
      sort_key text collate "C" not null,
      site_id uuid not null,
      is_own boolean not null,
      primary key (company_id, generation, name_key)
    )`.execute(db)
  await sql`create index site_name_site on site_name (company_id, generation, site_id)`.execute(db)
  await sql`
    create table site_job (
      company_id uuid not null,
      generation integer not null,
      job_id uuid not null,
      name_key text collate "C" not null,
      primary key (company_id, generation, job_id)
    )`.execute(db)
  await sql`create index site_job_name on site_job (company_id, generation, name_key, job_id)`.execute(db)
  for (const table of ['site_row', 'site_name', 'site_job']) {
    const name = sql.table(table)
    await sql`alter table ${name} enable row level security, force row level security`.execute(db)
    await sql`
      create policy own_company on ${name} for select to fettle_api
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid)`.execute(db)
    await sql`
      create policy proven on ${name} as restrictive to fettle_api
      using ((select is_company_proven())) with check ((select is_company_proven()))`.execute(db)
    await sql`create policy all_companies on ${name} to fettle_projector using (true) with check (true)`.execute(db)
    await sql`
      create policy erase_closed on ${name} for delete to fettle_auth
      using (company_id = nullif(current_setting('fettle.company', true), '')::uuid and exists (
        select from company_closing closing
        where closing.company_id = ${name}.company_id and closing.erasing_since is not null
      ))`.execute(db)
    await sql`grant select on ${name} to fettle_api`.execute(db)
    await sql`grant delete on ${name} to fettle_auth`.execute(db)
    await sql`grant select, insert, update, delete on ${name} to fettle_projector`.execute(db)
  }

  const pairs = Object.entries(texts).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  await sql`
    create or replace function is_erasable(p_type text, p_path text) returns boolean language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ${sql.raw(pairs.join(', '))})
    $$`.execute(db)
}
