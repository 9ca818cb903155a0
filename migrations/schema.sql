create role fettle_api;
grant usage on schema public to fettle_api;

create role fettle_auth;
grant fettle_api to fettle_auth;

create role fettle_ledger;
grant usage on schema public to fettle_ledger;

create role fettle_projector;
grant usage on schema public to fettle_projector;

create table account (
  user_id uuid not null,
  company_id uuid not null,
  username text not null,
  email text not null,
  password_hash text,
  created_at timestamp(3) with time zone not null default now(),
  email_verified_at timestamp(3) with time zone,
  password_set_at timestamp(3) with time zone,
  asks_again boolean,
  constraint account_pkey PRIMARY KEY (user_id)
);
CREATE INDEX account_company ON public.account USING btree (company_id);
CREATE UNIQUE INDEX account_email ON public.account USING btree (lower(email));
alter table account enable row level security, force row level security;
create policy own_company on account for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on account as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on account for all to fettle_auth using (true) with check (true);
create policy whose on account for select to fettle_ledger using (true);
grant delete, insert, select, update on account to fettle_auth;
grant select (user_id, company_id, username, email, created_at, email_verified_at) on account to fettle_api;
grant select (user_id, company_id) on account to fettle_ledger;

create table api_key (
  key_id uuid not null,
  company_id uuid not null,
  made_by uuid not null,
  name text not null,
  ending text not null,
  token_hash bytea not null,
  audience text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  only_agency text,
  constraint api_key_pkey PRIMARY KEY (key_id),
  constraint api_key_audience_check CHECK ((audience = ANY (ARRAY['office'::text, 'team'::text]))),
  constraint api_key_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX api_key_company ON public.api_key USING btree (company_id);
alter table api_key enable row level security, force row level security;
create policy own_company on api_key for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on api_key as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on api_key for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on api_key to fettle_auth;
grant select (key_id, company_id, made_by, name, ending, audience, scopes, created_at, expires_at, last_used_at, revoked_at, only_agency) on api_key to fettle_api;

create table api_key_call (
  company_id uuid not null,
  call_id uuid not null,
  key_id uuid not null,
  at timestamp(3) with time zone not null,
  method text not null,
  path text not null,
  status integer not null,
  constraint api_key_call_pkey PRIMARY KEY (company_id, call_id)
);
CREATE INDEX api_key_call_newest ON public.api_key_call USING btree (company_id, key_id, call_id DESC);
alter table api_key_call enable row level security, force row level security;
create policy own_company on api_key_call for all to fettle_api, fettle_auth using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on api_key_call as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select on api_key_call to fettle_api;
grant delete, insert, select on api_key_call to fettle_auth;

create table audit_entry (
  company_id uuid not null,
  entry_id bytea not null,
  kind text not null,
  user_id uuid not null,
  detail text not null,
  target text not null,
  address text not null,
  device text not null,
  first_at timestamp(3) with time zone not null default clock_timestamp(),
  last_at timestamp(3) with time zone not null default clock_timestamp(),
  times integer not null,
  constraint audit_entry_pkey PRIMARY KEY (company_id, entry_id),
  constraint audit_entry_detail_check CHECK ((length(detail) <= 200)),
  constraint audit_entry_device_check CHECK ((length(device) <= 200)),
  constraint audit_entry_entry_id_check CHECK ((length(entry_id) = 16)),
  constraint audit_entry_target_check CHECK ((length(target) <= 200))
);
CREATE INDEX audit_entry_newest ON public.audit_entry USING btree (company_id, first_at DESC, entry_id DESC);
CREATE INDEX audit_entry_oldest ON public.audit_entry USING btree (first_at);
alter table audit_entry enable row level security, force row level security;
create policy erase_closed on audit_entry for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = audit_entry.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy forget on audit_entry for update to fettle_auth using (true) with check (true);
create policy own_company on audit_entry for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on audit_entry as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on audit_entry for select to fettle_auth using (true);
create policy sweep on audit_entry for delete to fettle_auth using ((first_at < (now() - '400 days'::interval)));
grant delete on audit_entry to fettle_auth;
grant insert, select on audit_entry to fettle_api;
grant update (device, last_at, times) on audit_entry to fettle_api;
grant update (entry_id, address, device) on audit_entry to fettle_auth;

create table authenticator (
  user_id uuid not null,
  sealed_secret bytea not null,
  last_step bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  constraint authenticator_pkey PRIMARY KEY (user_id)
);
alter table authenticator enable row level security, force row level security;
create policy sign_in on authenticator for all to fettle_auth using (true) with check (true);
create policy whose on authenticator for select to fettle_ledger using (true);
grant delete, insert, select, update on authenticator to fettle_auth;
grant select (user_id) on authenticator to fettle_ledger;

create table billing_checkout (
  company_id uuid not null,
  session_id text not null,
  tier smallint not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint billing_checkout_pkey PRIMARY KEY (company_id, session_id)
);
alter table billing_checkout enable row level security, force row level security;
create policy erase_closed on billing_checkout for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = billing_checkout.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on billing_checkout for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on billing_checkout as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on billing_checkout to fettle_auth;
grant insert, select on billing_checkout to fettle_api;

create table billing_customer (
  company_id uuid not null,
  customer_id text not null,
  constraint billing_customer_pkey PRIMARY KEY (company_id)
);
alter table billing_customer enable row level security, force row level security;
create policy erase_closed on billing_customer for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = billing_customer.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on billing_customer for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on billing_customer as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on billing_customer to fettle_auth;
grant insert, select, update on billing_customer to fettle_api;

create table billing_notice (
  company_id uuid not null,
  notice_id text not null,
  type text not null,
  received_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint billing_notice_pkey PRIMARY KEY (company_id, notice_id)
);
alter table billing_notice enable row level security, force row level security;
create policy erase_closed on billing_notice for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = billing_notice.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on billing_notice for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on billing_notice as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on billing_notice to fettle_auth;
grant insert, select on billing_notice to fettle_api;

create table calendar_feed (
  user_id uuid not null,
  company_id uuid not null,
  feed_id uuid not null,
  token_hash bytea not null,
  visits text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_read_at timestamp(3) with time zone,
  last_read_by text not null default ''::text,
  constraint calendar_feed_pkey PRIMARY KEY (user_id),
  constraint calendar_feed_token_hash_key UNIQUE (token_hash),
  constraint calendar_feed_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(user_id),
  constraint calendar_feed_visits_check CHECK ((visits = ANY (ARRAY['all'::text, 'mine'::text])))
);
alter table calendar_feed enable row level security, force row level security;
create policy sign_in on calendar_feed for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on calendar_feed to fettle_auth;

create table calendar_row (
  company_id uuid not null,
  generation integer not null,
  job_id uuid not null,
  number integer not null,
  apartment_name text not null,
  job_status text not null,
  warning text not null,
  job_booking_id uuid,
  job_start timestamp(3) with time zone,
  job_end timestamp(3) with time zone,
  access text,
  assigned_to uuid[] not null,
  constraint calendar_row_pkey PRIMARY KEY (company_id, generation, job_id)
);
CREATE INDEX calendar_row_coming ON public.calendar_row USING btree (job_start, company_id);
CREATE INDEX calendar_row_job_end ON public.calendar_row USING btree (company_id, generation, job_end) WHERE (job_end IS NOT NULL);
CREATE INDEX calendar_row_job_start ON public.calendar_row USING btree (company_id, generation, job_start) WHERE (job_start IS NOT NULL);
alter table calendar_row enable row level security, force row level security;
create policy all_companies on calendar_row for all to fettle_projector using (true) with check (true);
create policy erase_closed on calendar_row for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = calendar_row.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on calendar_row for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on calendar_row as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on calendar_row to fettle_auth;
grant delete, insert, select, update on calendar_row to fettle_projector;
grant select on calendar_row to fettle_api;

create table checkpoint (
  company_id uuid not null,
  projection text not null,
  generation integer not null,
  version integer not null,
  seq bigint not null default 0,
  status text not null,
  error text,
  error_seq bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  run_id uuid,
  expires_at timestamp(3) with time zone,
  undone_version integer,
  constraint checkpoint_pkey PRIMARY KEY (company_id, projection, generation),
  constraint checkpoint_status_check CHECK ((status = ANY (ARRAY['live'::text, 'building'::text, 'parked'::text, 'retired'::text, 'kept'::text, 'compared'::text])))
) with (fillfactor=50);
CREATE INDEX checkpoint_beside ON public.checkpoint USING btree (company_id) WHERE (status <> 'live'::text);
CREATE UNIQUE INDEX checkpoint_live ON public.checkpoint USING btree (company_id, projection) WHERE (status = ANY (ARRAY['live'::text, 'parked'::text]));
CREATE INDEX checkpoint_version ON public.checkpoint USING btree (projection, version) WHERE (status = ANY (ARRAY['live'::text, 'parked'::text]));
alter table checkpoint enable row level security, force row level security;
create policy all_companies on checkpoint for all to fettle_projector using (true) with check (true);
create policy erase_closed on checkpoint for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = checkpoint.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on checkpoint for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on checkpoint as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on checkpoint to fettle_auth;
grant delete, insert, select, update on checkpoint to fettle_projector;
grant select on checkpoint to fettle_api;

create table company_closing (
  company_id uuid not null,
  closed_by uuid not null,
  closed_at timestamp(3) with time zone not null,
  erase_at timestamp(3) with time zone not null,
  told_end_at timestamp(3) with time zone,
  erasing_since timestamp(3) with time zone,
  erased_at timestamp(3) with time zone,
  constraint company_closing_pkey PRIMARY KEY (company_id)
);
CREATE INDEX company_closing_open ON public.company_closing USING btree (erase_at) WHERE (erased_at IS NULL);
alter table company_closing enable row level security, force row level security;
create policy all_companies on company_closing for select to fettle_projector using (true);
create policy own_company on company_closing for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on company_closing as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select on company_closing to fettle_api;
grant select on company_closing to fettle_projector;
grant update (told_end_at, erasing_since, erased_at) on company_closing to fettle_api;

create table company_head (
  company_id uuid not null,
  epoch bigint not null default 1,
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('00'::text, 32), 'hex'::text),
  last_number bigint not null default 0,
  last_recorded_at timestamp(3) with time zone,
  constraint company_head_pkey PRIMARY KEY (company_id)
) with (fillfactor=50);
alter table company_head enable row level security, force row level security;
create policy all_companies on company_head for select to fettle_projector using (true);
create policy append on company_head for all to fettle_ledger using (true) with check (true);
create policy own_company on company_head for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on company_head as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant insert, select, update on company_head to fettle_ledger;
grant select on company_head to fettle_api;
grant select on company_head to fettle_projector;

create table daily_email (
  company_id uuid not null,
  user_id uuid not null,
  day text not null,
  mail_id uuid not null,
  items jsonb not null,
  constraint daily_email_pkey PRIMARY KEY (company_id, user_id, day)
);
alter table daily_email enable row level security, force row level security;
create policy own_company on daily_email for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on daily_email as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on daily_email for all to fettle_auth using (true) with check (true);
grant delete, insert, select on daily_email to fettle_auth;
grant select on daily_email to fettle_api;

create table dashboard_job (
  company_id uuid not null,
  generation integer not null,
  job_id uuid not null,
  number integer not null,
  apartment_name text not null,
  created_at date not null,
  job_status text not null,
  completed_at timestamp(3) with time zone,
  warning text not null,
  warned_at timestamp(3) with time zone,
  job_start timestamp(3) with time zone,
  job_end timestamp(3) with time zone,
  assigned_to uuid[] not null,
  unbooked_at timestamp(3) with time zone,
  tasks jsonb not null,
  completed_value bigint not null,
  tasks_left integer not null,
  overdue_from timestamp(3) with time zone,
  overdue_since timestamp(3) with time zone,
  overdue_reason text,
  constraint dashboard_job_pkey PRIMARY KEY (company_id, generation, job_id)
);
CREATE INDEX dashboard_job_completed ON public.dashboard_job USING btree (company_id, generation, completed_at) INCLUDE (created_at, completed_value) WHERE (completed_at IS NOT NULL);
CREATE INDEX dashboard_job_counts ON public.dashboard_job USING btree (company_id, generation, job_status, warning);
CREATE INDEX dashboard_job_overdue ON public.dashboard_job USING btree (company_id, generation, overdue_from) WHERE (overdue_from IS NOT NULL);
CREATE INDEX dashboard_job_visits ON public.dashboard_job USING btree (company_id, generation, job_start) WHERE (job_start IS NOT NULL);
alter table dashboard_job enable row level security, force row level security;
create policy all_companies on dashboard_job for all to fettle_projector using (true) with check (true);
create policy erase_closed on dashboard_job for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = dashboard_job.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on dashboard_job for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on dashboard_job as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on dashboard_job to fettle_auth;
grant delete, insert, select, update on dashboard_job to fettle_projector;
grant select on dashboard_job to fettle_api;

create table document (
  company_id uuid not null,
  projection text not null,
  generation integer not null,
  key text not null,
  body jsonb not null,
  constraint document_pkey PRIMARY KEY (company_id, projection, generation, key)
) with (toast_tuple_target=4080);
CREATE INDEX document_deadlines ON public.document USING btree (company_id, generation, ((body ->> 'nextDue'::text)), key) WHERE ((projection = 'deadlines'::text) AND ((body ->> 'nextDue'::text) IS NOT NULL));
CREATE INDEX document_deadlines_passing ON public.document USING btree (((body ->> 'nextMissed'::text))) WHERE ((projection = 'deadlines'::text) AND ((body ->> 'nextMissed'::text) IS NOT NULL));
CREATE INDEX document_open_reports ON public.document USING btree (company_id, generation, (((body ->> 'urgency'::text) <> 'danger'::text)), ((body ->> 'reportedAt'::text)), key) WHERE ((projection = 'reports'::text) AND ((body ->> 'state'::text) = 'open'::text));
CREATE INDEX document_recurring_checks ON public.document USING btree (((body ->> 'toRecord'::text))) WHERE ((projection = 'recurring-jobs'::text) AND ((body ->> 'toRecord'::text) IS NOT NULL));
CREATE INDEX document_recurring_jobs ON public.document USING btree (company_id, generation, ((body ->> 'recurringId'::text))) WHERE (projection = 'recurring-jobs'::text);
CREATE INDEX document_recurring_making ON public.document USING btree (((body ->> 'makeAt'::text))) WHERE ((projection = 'recurring-work'::text) AND ((body ->> 'makeAt'::text) IS NOT NULL));
CREATE INDEX document_reports ON public.document USING btree (company_id, generation, ((body ->> 'state'::text)), ((body ->> 'reportedAt'::text)), key) WHERE (projection = 'reports'::text);
alter table document enable row level security, force row level security;
create policy all_companies on document for all to fettle_projector using (true) with check (true);
create policy erase_closed on document for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = document.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on document for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on document as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on document to fettle_auth;
grant delete, insert, select, update on document to fettle_projector;
grant select on document to fettle_api;

create table email_link (
  token_hash bytea not null,
  user_id uuid not null,
  company_id uuid not null,
  purpose text not null,
  email text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint email_link_pkey PRIMARY KEY (token_hash),
  constraint email_link_purpose_check CHECK ((purpose = ANY (ARRAY['verification'::text, 'change'::text, 'undo'::text]))),
  constraint email_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(user_id)
);
CREATE INDEX email_link_user ON public.email_link USING btree (user_id);
alter table email_link enable row level security, force row level security;
create policy sign_in on email_link for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on email_link to fettle_auth;

create table erasure (
  company_id uuid not null,
  erasure_id uuid not null,
  files text[] not null,
  imports boolean not null,
  run_id uuid,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint erasure_pkey PRIMARY KEY (company_id, erasure_id)
);
alter table erasure enable row level security, force row level security;
create policy all_companies on erasure for select to fettle_projector using (true);
create policy own_company on erasure for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on erasure as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select on erasure to fettle_api;
grant select on erasure to fettle_projector;
grant update (run_id) on erasure to fettle_api;

create table event (
  company_id uuid not null,
  seq bigint not null,
  stream text not null,
  stream_id uuid not null,
  version integer not null,
  type text not null,
  schema smallint not null,
  number bigint,
  data jsonb not null,
  actor_id uuid,
  actor_role text not null,
  happened_at timestamp(3) with time zone not null,
  recorded_at timestamp(3) with time zone not null,
  clock text not null,
  command_id uuid not null,
  ordinal smallint not null,
  request bytea not null,
  salt bytea not null,
  digest bytea not null,
  hash bytea not null,
  constraint event_pkey PRIMARY KEY (company_id, seq),
  constraint event_company_id_command_id_ordinal_key UNIQUE (company_id, command_id, ordinal),
  constraint event_company_id_stream_id_version_key UNIQUE (company_id, stream_id, version)
);
CREATE INDEX event_actor ON public.event USING btree (company_id, actor_id, seq) INCLUDE (type);
CREATE INDEX event_attachment_src ON public.event USING btree (company_id, ((data ->> 'src'::text))) WHERE (type = ANY (ARRAY['AttachmentAdded'::text, 'AttachmentShared'::text, 'OfficeAttachmentAdded'::text]));
CREATE INDEX event_image_added ON public.event USING btree (company_id, seq) WHERE (type = 'ImageAdded'::text);
CREATE INDEX event_image_deleted ON public.event USING btree (company_id, ((data ->> 'imageId'::text))) WHERE (type = 'ImageDeleted'::text);
CREATE INDEX event_image_src ON public.event USING btree (company_id, ((data ->> 'src'::text))) WHERE (type = 'ImageAdded'::text);
CREATE INDEX event_job_scheduled ON public.event USING btree (company_id, seq) WHERE (type = 'JobScheduled'::text);
CREATE INDEX event_logo_removed ON public.event USING btree (company_id, seq) WHERE (type = 'LogoRemoved'::text);
CREATE INDEX event_logo_src ON public.event USING btree (company_id, ((data ->> 'src'::text))) WHERE (type = 'LogoSet'::text);
CREATE INDEX event_number ON public.event USING btree (company_id, number) WHERE (number IS NOT NULL);
CREATE INDEX event_report_photo_src ON public.event USING btree (company_id, ((data ->> 'src'::text))) WHERE (type = 'ReportPhotoAdded'::text);
CREATE INDEX event_site_changed ON public.event USING btree (company_id, stream_id, version) WHERE (type = 'JobSiteChanged'::text);
CREATE INDEX event_site_file_src ON public.event USING btree (company_id, ((data ->> 'src'::text))) WHERE (type = ANY (ARRAY['SiteFileShared'::text, 'OfficeSiteFileAdded'::text]));
CREATE INDEX event_small_streams ON public.event USING btree (company_id, stream, seq) WHERE (stream <> 'job'::text);
CREATE INDEX event_type ON public.event USING btree (company_id, type, seq);
alter table event enable row level security, force row level security;
create policy all_companies on event for select to fettle_projector using (true);
create policy append on event for all to fettle_ledger using (true) with check (true);
create policy own_company on event for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on event as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant insert, select on event to fettle_ledger;
grant select on event to fettle_api;
grant select on event to fettle_projector;
grant update (data, request, salt) on event to fettle_ledger;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_rewriting BEFORE UPDATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER only_erased BEFORE UPDATE ON public.event FOR EACH ROW EXECUTE FUNCTION refuse_all_but_erasure();

create table evidence_mail (
  company_id uuid not null,
  job_id uuid not null,
  mail_id uuid not null,
  tries integer not null default 0,
  queued_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  constraint evidence_mail_pkey PRIMARY KEY (company_id, job_id, mail_id)
);
CREATE INDEX evidence_mail_due ON public.evidence_mail USING btree (due_at);
alter table evidence_mail enable row level security, force row level security;
create policy all_companies on evidence_mail for select to fettle_projector using (true);
create policy own_company on evidence_mail for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on evidence_mail as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on evidence_mail for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on evidence_mail to fettle_auth;
grant delete, select, update on evidence_mail to fettle_api;
grant select (company_id, due_at) on evidence_mail to fettle_projector;

create table external_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  constraint external_identity_pkey PRIMARY KEY (issuer, subject),
  constraint external_identity_issuer_user_id_key UNIQUE (issuer, user_id),
  constraint external_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(user_id)
);
alter table external_identity enable row level security, force row level security;
create policy sign_in on external_identity for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on external_identity to fettle_auth;

create table import_namespace (
  company_id uuid not null,
  namespace uuid not null,
  constraint import_namespace_pkey PRIMARY KEY (company_id)
);
alter table import_namespace enable row level security, force row level security;
create policy own_company on import_namespace for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on import_namespace as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select on import_namespace to fettle_api;

create table import_refusal (
  company_id uuid not null,
  import_id uuid not null,
  line integer not null,
  place integer not null,
  reason text not null,
  field text not null default ''::text,
  constraint import_refusal_pkey PRIMARY KEY (company_id, import_id, place),
  constraint import_refusal_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES import_run(company_id, import_id) ON DELETE CASCADE
);
alter table import_refusal enable row level security, force row level security;
create policy own_company on import_refusal for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on import_refusal as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select, update on import_refusal to fettle_api;

create table import_run (
  company_id uuid not null,
  import_id uuid not null,
  user_id uuid not null,
  file_name text not null,
  file bytea not null,
  state text not null default 'draft'::text,
  plan jsonb not null,
  checked jsonb not null,
  progress jsonb not null default '{}'::jsonb,
  error text not null default ''::text,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  lease_until timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  namespace uuid,
  constraint import_run_pkey PRIMARY KEY (company_id, import_id),
  constraint import_run_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'running'::text, 'stopped'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX import_run_running ON public.import_run USING btree (lease_until) WHERE (state = 'running'::text);
alter table import_run enable row level security, force row level security;
create policy own_company on import_run for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on import_run as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy waiting on import_run for select to fettle_auth using ((state = 'running'::text));
grant delete, insert, select, update on import_run to fettle_api;
grant select (company_id, import_id, state, lease_until) on import_run to fettle_auth;

create table installation_head (
  only_row boolean not null default true,
  place bigint not null default 0,
  digest bytea not null default decode(repeat('00'::text, 32), 'hex'::text),
  constraint installation_head_pkey PRIMARY KEY (only_row),
  constraint installation_head_only_row_check CHECK (only_row)
);
alter table installation_head enable row level security, force row level security;
create policy proven on installation_head as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy readers on installation_head for select to fettle_projector using (true);
create policy the_only_row on installation_head for all to fettle_api using (true) with check ((place >= 0));
grant select on installation_head to fettle_api;
grant select on installation_head to fettle_projector;
grant insert (only_row) on installation_head to fettle_api;
grant update (place, digest) on installation_head to fettle_api;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.installation_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER next_place BEFORE UPDATE ON public.installation_head FOR EACH ROW EXECUTE FUNCTION refuse_all_but_the_next_place();

create table invoice_mail (
  mail_id uuid not null,
  company_id uuid not null,
  job_id uuid not null,
  constraint invoice_mail_pkey PRIMARY KEY (mail_id),
  constraint invoice_mail_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(mail_id) ON DELETE CASCADE
);
CREATE INDEX invoice_mail_company ON public.invoice_mail USING btree (company_id);
alter table invoice_mail enable row level security, force row level security;
create policy sign_in on invoice_mail for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on invoice_mail to fettle_auth;

create table job_row (
  company_id uuid not null,
  generation integer not null,
  job_id uuid not null,
  number integer not null,
  job_status text not null,
  warning text not null,
  apartment_name text not null,
  created_at date not null,
  job_start timestamp(3) with time zone,
  job_end timestamp(3) with time zone,
  assigned_to uuid[] not null,
  images integer not null,
  notes integer not null,
  ready_tasks uuid[] not null,
  work_order text not null,
  agency text not null,
  constraint job_row_pkey PRIMARY KEY (company_id, generation, job_id)
);
CREATE INDEX job_row_apartment_name ON public.job_row USING btree (company_id, generation, apartment_name, number);
CREATE INDEX job_row_created_at ON public.job_row USING btree (company_id, generation, created_at, number);
CREATE INDEX job_row_job_start ON public.job_row USING btree (company_id, generation, job_start, number);
CREATE INDEX job_row_job_start_last ON public.job_row USING btree (company_id, generation, job_start DESC NULLS LAST, number DESC);
CREATE INDEX job_row_job_status ON public.job_row USING btree (company_id, generation, job_status, number);
CREATE INDEX job_row_number ON public.job_row USING btree (company_id, generation, number);
CREATE INDEX job_row_warning ON public.job_row USING btree (company_id, generation, warning, number);
alter table job_row enable row level security, force row level security;
create policy all_companies on job_row for all to fettle_projector using (true) with check (true);
create policy erase_closed on job_row for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = job_row.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on job_row for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on job_row as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on job_row to fettle_auth;
grant delete, insert, select, update on job_row to fettle_projector;
grant select on job_row to fettle_api;

create table known_device (
  user_id uuid not null,
  device_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone not null default now(),
  constraint known_device_pkey PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX known_device_unused ON public.known_device USING btree (last_used_at);
alter table known_device enable row level security, force row level security;
create policy sign_in on known_device for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on known_device to fettle_auth;

create table mail (
  mail_id uuid not null,
  kind text not null,
  recipient text not null,
  created_at timestamp(3) with time zone not null default now(),
  due_at timestamp(3) with time zone not null default now(),
  tries integer not null default 0,
  constraint mail_pkey PRIMARY KEY (mail_id),
  constraint mail_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'daily-email'::text, 'report-link'::text, 'tenant-link'::text, 'invitation'::text, 'reset'::text, 'verification'::text, 'email-change'::text, 'email-changed'::text, 'many-failures'::text, 'already-registered'::text, 'new-device'::text, 'password-changed'::text, 'second-factor-added'::text, 'second-factor-removed'::text, 'recovery-code-used'::text, 'wrong-codes'::text, 'passkey-added'::text, 'passkey-removed'::text, 'account-closed'::text, 'company-closed'::text, 'company-ending'::text, 'morning-list'::text, 'webhook-off'::text])))
);
CREATE INDEX mail_due ON public.mail USING btree (due_at);
alter table mail enable row level security, force row level security;
create policy sign_in on mail for all to fettle_auth using (true) with check (true);
create policy webhook_off on mail for insert to fettle_api with check ((kind = 'webhook-off'::text));
grant delete, insert, select, update on mail to fettle_auth;
grant insert (mail_id, kind, recipient) on mail to fettle_api;

create table morning_list (
  company_id uuid not null,
  user_id uuid not null,
  due_at timestamp(3) with time zone not null,
  constraint morning_list_pkey PRIMARY KEY (company_id, user_id)
);
CREATE INDEX morning_list_due ON public.morning_list USING btree (due_at);
alter table morning_list enable row level security, force row level security;
create policy all_companies on morning_list for select to fettle_projector using (true);
create policy own_company on morning_list for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on morning_list as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on morning_list for all to fettle_auth using (true) with check (true);
grant delete, insert, select on morning_list to fettle_api;
grant delete, select, update on morning_list to fettle_auth;
grant select on morning_list to fettle_projector;

create table notice_settings (
  company_id uuid not null,
  user_id uuid not null,
  settings jsonb not null,
  constraint notice_settings_pkey PRIMARY KEY (company_id, user_id)
);
alter table notice_settings enable row level security, force row level security;
create policy own_company on notice_settings for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on notice_settings as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on notice_settings for all to fettle_auth using (true);
grant delete, insert, select, update on notice_settings to fettle_api;
grant delete, select on notice_settings to fettle_auth;

create table notification (
  company_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  job_id uuid not null,
  seq bigint not null,
  at timestamp(3) with time zone not null,
  settles_at timestamp(3) with time zone not null,
  changes jsonb not null,
  read_at timestamp(3) with time zone,
  constraint notification_pkey PRIMARY KEY (company_id, notification_id)
);
CREATE INDEX notification_newest ON public.notification USING btree (company_id, user_id, seq);
alter table notification enable row level security, force row level security;
create policy erase_closed on notification for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = notification.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on notification for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on notification as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on notification for select to fettle_auth using (true);
grant delete, insert, select, update on notification to fettle_api;
grant delete, select on notification to fettle_auth;

create table outgoing_notice (
  company_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null,
  way text not null,
  job_id uuid not null,
  seq bigint not null,
  at timestamp(3) with time zone not null,
  settles_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  changes jsonb not null,
  sent jsonb,
  tries integer not null default 0,
  sent_to uuid[] not null default '{}'::uuid[],
  constraint outgoing_notice_pkey PRIMARY KEY (company_id, notice_id),
  constraint outgoing_notice_way_check CHECK ((way = ANY (ARRAY['push'::text, 'email'::text])))
);
CREATE INDEX outgoing_notice_due ON public.outgoing_notice USING btree (due_at);
CREATE INDEX outgoing_notice_person ON public.outgoing_notice USING btree (company_id, user_id);
alter table outgoing_notice enable row level security, force row level security;
create policy all_companies on outgoing_notice for select to fettle_projector using (true);
create policy own_company on outgoing_notice for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on outgoing_notice as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on outgoing_notice for all to fettle_auth using (true);
grant delete, insert, select, update on outgoing_notice to fettle_api;
grant delete, select, update on outgoing_notice to fettle_auth;
grant select (company_id, way, due_at) on outgoing_notice to fettle_projector;

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
  created_at timestamp(3) with time zone not null,
  updated_by text not null,
  updated_at timestamp(3) with time zone not null,
  job_number integer,
  name_key text not null,
  reference_key text not null,
  job_key text not null,
  category_key text not null,
  constraint part_row_pkey PRIMARY KEY (company_id, generation, part_id)
);
CREATE INDEX part_row_category_key ON public.part_row USING btree (company_id, generation, category_key);
CREATE INDEX part_row_due ON public.part_row USING btree (company_id, generation, part_status DESC, expected_delivery, created_at, part_id);
CREATE INDEX part_row_expected_delivery ON public.part_row USING btree (company_id, generation, expected_delivery, created_at, part_id);
CREATE INDEX part_row_job_key ON public.part_row USING btree (company_id, generation, job_key);
CREATE INDEX part_row_job_number ON public.part_row USING btree (company_id, generation, job_number);
CREATE INDEX part_row_name_key ON public.part_row USING btree (company_id, generation, name_key);
CREATE INDEX part_row_purchase_date ON public.part_row USING btree (company_id, generation, purchase_date, created_at, part_id);
CREATE INDEX part_row_reference_key ON public.part_row USING btree (company_id, generation, reference_key);
alter table part_row enable row level security, force row level security;
create policy all_companies on part_row for all to fettle_projector using (true) with check (true);
create policy erase_closed on part_row for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = part_row.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on part_row for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on part_row as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on part_row to fettle_auth;
grant delete, insert, select, update on part_row to fettle_projector;
grant select on part_row to fettle_api;

create table passkey (
  passkey_id uuid not null,
  credential_id text not null,
  user_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  constraint passkey_pkey PRIMARY KEY (passkey_id),
  constraint passkey_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkey_user ON public.passkey USING btree (user_id);
alter table passkey enable row level security, force row level security;
create policy sign_in on passkey for all to fettle_auth using (true) with check (true);
create policy whose on passkey for select to fettle_ledger using (true);
grant delete, insert, select, update on passkey to fettle_auth;
grant select (user_id) on passkey to fettle_ledger;

create table passkey_challenge (
  challenge_hash bytea not null,
  purpose text not null,
  user_id uuid,
  expires_at timestamp(3) with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenge_check CHECK (((user_id IS NULL) = (purpose = 'sign-in'::text))),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'add'::text, 'confirm'::text])))
);
CREATE INDEX passkey_challenge_expired ON public.passkey_challenge USING btree (expires_at);
CREATE INDEX passkey_challenge_user ON public.passkey_challenge USING btree (user_id);
alter table passkey_challenge enable row level security, force row level security;
create policy sign_in on passkey_challenge for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on passkey_challenge to fettle_auth;

create table password_link (
  token_hash bytea not null,
  user_id uuid not null,
  company_id uuid not null,
  purpose text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint password_link_pkey PRIMARY KEY (token_hash),
  constraint password_link_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text])))
);
CREATE INDEX password_link_user ON public.password_link USING btree (user_id);
alter table password_link enable row level security, force row level security;
create policy sign_in on password_link for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on password_link to fettle_auth;

create table push_subscription (
  company_id uuid not null,
  subscription_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  constraint push_subscription_pkey PRIMARY KEY (company_id, subscription_id)
);
CREATE INDEX push_subscription_endpoint ON public.push_subscription USING btree (endpoint);
CREATE INDEX push_subscription_person ON public.push_subscription USING btree (company_id, user_id);
alter table push_subscription enable row level security, force row level security;
create policy own_company on push_subscription for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on push_subscription as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on push_subscription for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on push_subscription to fettle_api;
grant delete, insert, select, update on push_subscription to fettle_auth;

create table rate_limit (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);
alter table rate_limit enable row level security, force row level security;
create policy sign_in on rate_limit for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on rate_limit to fettle_auth;

create table reaction_checkpoint (
  company_id uuid not null,
  reaction text not null,
  version integer not null,
  seq bigint not null,
  constraint reaction_checkpoint_pkey PRIMARY KEY (company_id, reaction)
);
alter table reaction_checkpoint enable row level security, force row level security;
create policy all_companies on reaction_checkpoint for select to fettle_projector using (true);
create policy erase_closed on reaction_checkpoint for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = reaction_checkpoint.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on reaction_checkpoint for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on reaction_checkpoint as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on reaction_checkpoint for select to fettle_auth using (true);
grant delete, insert, select, update on reaction_checkpoint to fettle_api;
grant delete, select on reaction_checkpoint to fettle_auth;
grant select on reaction_checkpoint to fettle_projector;

create table reaction_start (
  reaction text not null,
  started_at timestamp(3) with time zone not null,
  constraint reaction_start_pkey PRIMARY KEY (reaction)
);
alter table reaction_start enable row level security, force row level security;
create policy all_companies on reaction_start for all to fettle_api using (true) with check (true);
grant insert, select on reaction_start to fettle_api;

create table recovery_code (
  user_id uuid not null,
  code_hash bytea not null,
  salt bytea not null,
  used_at timestamp(3) with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash)
);
alter table recovery_code enable row level security, force row level security;
create policy sign_in on recovery_code for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on recovery_code to fettle_auth;

create table refresh_token (
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  used_at timestamp(3) with time zone,
  predecessor bytea,
  constraint refresh_token_pkey PRIMARY KEY (token_hash),
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(session_id)
);
CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);
alter table refresh_token enable row level security, force row level security;
create policy sign_in on refresh_token for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on refresh_token to fettle_auth;

create table refused_command (
  company_id uuid not null,
  command_id uuid not null,
  attempt integer not null,
  refused_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint refused_command_pkey PRIMARY KEY (company_id, command_id),
  constraint refused_command_attempt_check CHECK ((attempt > 0))
);
CREATE INDEX refused_command_oldest ON public.refused_command USING btree (refused_at);
alter table refused_command enable row level security, force row level security;
create policy append on refused_command for all to fettle_ledger using (true) with check (true);
create policy erase_closed on refused_command for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = refused_command.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on refused_command for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on refused_command as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on refused_command for select to fettle_auth using (true);
create policy sweep on refused_command for delete to fettle_auth using ((refused_at < (now() - '90 days'::interval)));
grant delete, select on refused_command to fettle_auth;
grant insert, select on refused_command to fettle_ledger;
grant select on refused_command to fettle_api;
grant update (attempt, refused_at) on refused_command to fettle_ledger;

create table replay_run (
  company_id uuid not null,
  run_id uuid not null,
  kind text not null,
  state text not null default 'waiting'::text,
  projections text[] not null,
  versions integer[] not null,
  keeps boolean not null default true,
  started_by text not null,
  user_id uuid,
  events_done bigint not null default 0,
  events_total bigint not null default 0,
  rate real not null default 0,
  errors jsonb not null default '[]'::jsonb,
  comparisons jsonb,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  began_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  ended_at timestamp(3) with time zone,
  constraint replay_run_pkey PRIMARY KEY (company_id, run_id),
  constraint replay_run_kind_check CHECK ((kind = ANY (ARRAY['replay'::text, 'compare'::text, 'promote'::text, 'discard'::text, 'undo'::text, 'retry'::text]))),
  constraint replay_run_started_by_check CHECK ((started_by = ANY (ARRAY['person'::text, 'operator'::text, 'upgrade'::text]))),
  constraint replay_run_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'paused'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
) with (fillfactor=70);
CREATE INDEX replay_run_open ON public.replay_run USING btree (((started_by <> 'person'::text)), events_total) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'paused'::text]));
CREATE INDEX replay_run_run ON public.replay_run USING btree (run_id);
alter table replay_run enable row level security, force row level security;
create policy all_companies on replay_run for all to fettle_projector using (true) with check (true);
create policy erase_closed on replay_run for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = replay_run.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on replay_run for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on replay_run as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on replay_run to fettle_auth;
grant delete, insert, select, update on replay_run to fettle_projector;
grant insert, select on replay_run to fettle_api;
grant update (state, rate, comparisons, updated_at, ended_at) on replay_run to fettle_api;

create table report_link (
  link_id uuid not null,
  company_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  ended_at timestamp(3) with time zone,
  mailed_at timestamp(3) with time zone,
  constraint report_link_pkey PRIMARY KEY (link_id),
  constraint report_link_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'report'::text]))),
  constraint report_link_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX report_link_company ON public.report_link USING btree (company_id, kind);
alter table report_link enable row level security, force row level security;
create policy sign_in on report_link for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on report_link to fettle_auth;

create table sandbox_notice (
  company_id uuid not null,
  notice_id text not null,
  body text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  attempts smallint not null default 0,
  due_at timestamp(3) with time zone default clock_timestamp(),
  constraint sandbox_notice_pkey PRIMARY KEY (company_id, notice_id),
  constraint sandbox_notice_body_check CHECK ((octet_length(body) <= 16384))
);
CREATE INDEX sandbox_notice_due ON public.sandbox_notice USING btree (due_at) WHERE (due_at IS NOT NULL);
alter table sandbox_notice enable row level security, force row level security;
create policy all_companies on sandbox_notice for select to fettle_auth using (true);
create policy own_company on sandbox_notice for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on sandbox_notice as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select, update on sandbox_notice to fettle_api;

create table sandbox_payments (
  company_id uuid not null,
  state text not null,
  constraint sandbox_payments_pkey PRIMARY KEY (company_id),
  constraint sandbox_payments_state_check CHECK ((octet_length(state) <= 262144))
);
alter table sandbox_payments enable row level security, force row level security;
create policy own_company on sandbox_payments for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on sandbox_payments as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select, update on sandbox_payments to fettle_api;

create table second_factor_rule (
  company_id uuid not null,
  required_for text not null,
  constraint second_factor_rule_pkey PRIMARY KEY (company_id),
  constraint second_factor_rule_required_for_check CHECK ((required_for = ANY (ARRAY['owner'::text, 'office'::text])))
);
alter table second_factor_rule enable row level security, force row level security;
create policy own_company on second_factor_rule for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on second_factor_rule as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on second_factor_rule for select to fettle_auth using (true);
grant delete, insert, select on second_factor_rule to fettle_api;
grant update (required_for) on second_factor_rule to fettle_api;

create table second_step (
  token_hash bytea not null,
  user_id uuid not null,
  password_digest bytea not null,
  expires_at timestamp(3) with time zone not null,
  tries smallint not null default 0,
  constraint second_step_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX second_step_expired ON public.second_step USING btree (expires_at);
CREATE INDEX second_step_user ON public.second_step USING btree (user_id);
alter table second_step enable row level security, force row level security;
create policy sign_in on second_step for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on second_step to fettle_auth;

create table session (
  session_id uuid not null,
  user_id uuid not null,
  company_id uuid not null,
  device text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone not null default now(),
  revoked_at timestamp(3) with time zone,
  address text not null default ''::text,
  last_used_token bytea,
  proved_at timestamp(3) with time zone default now(),
  unsent integer,
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_unsent_check CHECK ((unsent >= 0))
);
CREATE INDEX session_account ON public.session USING btree (user_id);
CREATE INDEX session_company ON public.session USING btree (company_id);
alter table session enable row level security, force row level security;
create policy held_for_append on session for all to fettle_ledger using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy own_company on session for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on session as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on session for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on session to fettle_auth;
grant select on session to fettle_api;
grant select on session to fettle_ledger;
grant update (last_used_at) on session to fettle_ledger;

create table settled_command (
  company_id uuid not null,
  command_id uuid not null,
  request bytea not null,
  seq bigint not null,
  version integer not null,
  recorded_at timestamp(3) with time zone not null default now(),
  constraint settled_command_pkey PRIMARY KEY (company_id, command_id)
);
alter table settled_command enable row level security, force row level security;
create policy all_companies on settled_command for select to fettle_projector using (true);
create policy append on settled_command for all to fettle_ledger using (true) with check (true);
create policy own_company on settled_command for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on settled_command as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant insert, select on settled_command to fettle_ledger;
grant select on settled_command to fettle_api;
grant select on settled_command to fettle_projector;
grant update (request) on settled_command to fettle_ledger;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.settled_command FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_rewriting BEFORE UPDATE ON public.settled_command FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

create table signed_head (
  company_id uuid not null,
  epoch bigint not null,
  seq bigint not null,
  signed_at timestamp(3) with time zone not null,
  document jsonb not null,
  stored_at timestamp(3) with time zone,
  place bigint,
  constraint signed_head_pkey PRIMARY KEY (company_id, epoch, seq)
);
CREATE UNIQUE INDEX signed_head_place ON public.signed_head USING btree (place) WHERE (place IS NOT NULL);
CREATE INDEX signed_head_to_store ON public.signed_head USING btree (company_id) WHERE (stored_at IS NULL);
alter table signed_head enable row level security, force row level security;
create policy all_companies on signed_head for select to fettle_projector using (true);
create policy own_company on signed_head for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on signed_head as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant insert, select on signed_head to fettle_api;
grant select on signed_head to fettle_projector;
grant update (stored_at) on signed_head to fettle_api;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.signed_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table site_job (
  company_id uuid not null,
  generation integer not null,
  job_id uuid not null,
  name_key text not null,
  constraint site_job_pkey PRIMARY KEY (company_id, generation, job_id)
);
CREATE INDEX site_job_name ON public.site_job USING btree (company_id, generation, name_key, job_id);
alter table site_job enable row level security, force row level security;
create policy all_companies on site_job for all to fettle_projector using (true) with check (true);
create policy erase_closed on site_job for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = site_job.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on site_job for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on site_job as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on site_job to fettle_auth;
grant delete, insert, select, update on site_job to fettle_projector;
grant select on site_job to fettle_api;

create table site_name (
  company_id uuid not null,
  generation integer not null,
  name_key text not null,
  name text not null,
  sort_key text not null,
  site_id uuid not null,
  is_own boolean not null,
  constraint site_name_pkey PRIMARY KEY (company_id, generation, name_key)
);
CREATE INDEX site_name_site ON public.site_name USING btree (company_id, generation, site_id);
alter table site_name enable row level security, force row level security;
create policy all_companies on site_name for all to fettle_projector using (true) with check (true);
create policy erase_closed on site_name for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = site_name.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on site_name for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on site_name as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on site_name to fettle_auth;
grant delete, insert, select, update on site_name to fettle_projector;
grant select on site_name to fettle_api;

create table site_row (
  company_id uuid not null,
  generation integer not null,
  site_id uuid not null,
  name text not null,
  sort_key text not null,
  merged_into uuid,
  building_id uuid,
  agency text not null,
  search_key text not null,
  office_search_key text not null,
  body jsonb not null,
  latitude double precision,
  longitude double precision,
  constraint site_row_pkey PRIMARY KEY (company_id, generation, site_id)
);
CREATE INDEX site_row_agency ON public.site_row USING btree (company_id, generation, agency) WHERE ((agency <> ''::text) AND (merged_into IS NULL));
CREATE INDEX site_row_building ON public.site_row USING btree (company_id, generation, building_id) WHERE (building_id IS NOT NULL);
CREATE INDEX site_row_merged ON public.site_row USING btree (company_id, generation, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX site_row_sorted ON public.site_row USING btree (company_id, generation, sort_key, site_id);
alter table site_row enable row level security, force row level security;
create policy all_companies on site_row for all to fettle_projector using (true) with check (true);
create policy erase_closed on site_row for delete to fettle_auth using (((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT
   FROM company_closing closing
  WHERE ((closing.company_id = site_row.company_id) AND (closing.erasing_since IS NOT NULL))))));
create policy own_company on site_row for select to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on site_row as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete on site_row to fettle_auth;
grant delete, insert, select, update on site_row to fettle_projector;
grant select on site_row to fettle_api;

create table tenant_link (
  link_id uuid not null,
  company_id uuid not null,
  job_id uuid not null,
  token_hash bytea not null,
  mail_id uuid,
  ended_at timestamp(3) with time zone,
  opened integer not null default 0,
  last_opened_at timestamp(3) with time zone,
  constraint tenant_link_pkey PRIMARY KEY (link_id),
  constraint tenant_link_mail_id_key UNIQUE (mail_id),
  constraint tenant_link_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX tenant_link_job ON public.tenant_link USING btree (company_id, job_id);
alter table tenant_link enable row level security, force row level security;
create policy sign_in on tenant_link for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on tenant_link to fettle_auth;

create table tenant_mail (
  mail_id uuid not null,
  company_id uuid not null,
  link_id uuid not null,
  constraint tenant_mail_pkey PRIMARY KEY (mail_id),
  constraint tenant_mail_link_id_fkey FOREIGN KEY (link_id) REFERENCES tenant_link(link_id) ON DELETE CASCADE,
  constraint tenant_mail_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(mail_id) ON DELETE CASCADE
);
CREATE INDEX tenant_mail_company ON public.tenant_mail USING btree (company_id);
CREATE INDEX tenant_mail_link ON public.tenant_mail USING btree (link_id);
alter table tenant_mail enable row level security, force row level security;
create policy sign_in on tenant_mail for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on tenant_mail to fettle_auth;

create table tenant_news (
  company_id uuid not null,
  job_id uuid not null,
  about text not null,
  seq bigint not null,
  due_at timestamp(3) with time zone not null,
  constraint tenant_news_pkey PRIMARY KEY (company_id, job_id, about),
  constraint tenant_news_about_check CHECK ((about = ANY (ARRAY['visit'::text, 'on the way'::text])))
);
CREATE INDEX tenant_news_due ON public.tenant_news USING btree (due_at);
alter table tenant_news enable row level security, force row level security;
create policy all_companies on tenant_news for select to fettle_projector using (true);
create policy own_company on tenant_news for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on tenant_news as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on tenant_news for all to fettle_auth using (true);
grant delete, insert, select, update on tenant_news to fettle_api;
grant delete, select, update on tenant_news to fettle_auth;
grant select (company_id, due_at) on tenant_news to fettle_projector;

create table text_message (
  company_id uuid not null,
  text_id uuid not null,
  job_id uuid not null,
  link_id uuid not null,
  site_id uuid not null,
  contact_id uuid not null,
  state text not null,
  tries integer not null default 0,
  parts integer,
  queued_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  tried_at timestamp(3) with time zone,
  status integer,
  failure text,
  sandbox_to text,
  sandbox_text text,
  constraint text_message_pkey PRIMARY KEY (company_id, text_id),
  constraint text_message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX text_message_due ON public.text_message USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX text_message_job ON public.text_message USING btree (company_id, job_id);
CREATE INDEX text_message_newest ON public.text_message USING btree (company_id, queued_at);
alter table text_message enable row level security, force row level security;
create policy all_companies on text_message for select to fettle_projector using (true);
create policy own_company on text_message for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on text_message as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on text_message for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on text_message to fettle_auth;
grant delete, select, update on text_message to fettle_api;
grant select (company_id, state, queued_at, due_at) on text_message to fettle_projector;

create table unsent_work (
  company_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  work jsonb not null,
  device text not null,
  told_of_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  constraint unsent_work_pkey PRIMARY KEY (company_id, session_id)
);
CREATE INDEX unsent_work_due ON public.unsent_work USING btree (due_at);
alter table unsent_work enable row level security, force row level security;
create policy all_companies on unsent_work for select to fettle_projector using (true);
create policy own_company on unsent_work for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on unsent_work as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on unsent_work for all to fettle_auth using (true);
grant delete, insert, select, update on unsent_work to fettle_api;
grant delete, select on unsent_work to fettle_auth;
grant select (company_id, due_at) on unsent_work to fettle_projector;

create table view_use (
  company_id uuid not null,
  view_id uuid not null,
  user_id uuid not null,
  opened_at timestamp(3) with time zone not null,
  constraint view_use_pkey PRIMARY KEY (company_id, view_id, user_id)
);
alter table view_use enable row level security, force row level security;
create policy own_company on view_use for all to fettle_api using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on view_use as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
create policy sign_in on view_use for all to fettle_auth using (true) with check (true);
grant delete, insert, select, update on view_use to fettle_api;
grant delete, select on view_use to fettle_auth;

create table wall_key (
  one boolean not null default true,
  inner_pad bytea not null,
  outer_pad bytea not null,
  constraint wall_key_pkey PRIMARY KEY (one),
  constraint wall_key_one_check CHECK (one)
);
alter table wall_key enable row level security, force row level security;
create policy checks on wall_key for select to fettle_ledger using (true);
create policy sign_in on wall_key for select to fettle_auth using (true);
grant select on wall_key to fettle_auth;
grant select on wall_key to fettle_ledger;

create table webhook (
  company_id uuid not null,
  webhook_id uuid not null,
  url text not null,
  audience text not null,
  event_types text[] not null,
  sealed_secret bytea not null,
  secret_ending text not null,
  seq bigint not null,
  answered_by uuid not null,
  answered_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  off text,
  failing_since timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  only_agency text,
  earlier_secret bytea,
  earlier_until timestamp(3) with time zone,
  constraint webhook_pkey PRIMARY KEY (company_id, webhook_id),
  constraint webhook_audience_check CHECK ((audience = ANY (ARRAY['office'::text, 'team'::text]))),
  constraint webhook_earlier_check CHECK (((earlier_secret IS NULL) = (earlier_until IS NULL))),
  constraint webhook_off_check CHECK ((off = ANY (ARRAY['paused'::text, 'failing'::text, 'gone'::text, 'maker-left'::text])))
);
alter table webhook enable row level security, force row level security;
create policy all_companies on webhook for select to fettle_projector using (true);
create policy own_company on webhook for all to fettle_api, fettle_auth using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on webhook as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select, update on webhook to fettle_api;
grant delete, insert, select, update on webhook to fettle_auth;
grant select (company_id, webhook_id, seq, off) on webhook to fettle_projector;

create table webhook_delivery (
  company_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  seq bigint,
  type text not null,
  state text not null,
  tries integer not null,
  queued_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  tried_at timestamp(3) with time zone,
  took integer,
  status integer,
  failure text,
  answer text,
  constraint webhook_delivery_pkey PRIMARY KEY (company_id, delivery_id),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'parked'::text])))
);
CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (company_id, webhook_id, queued_at) WHERE ((state <> 'delivered'::text) AND (tried_at IS NOT NULL));
CREATE INDEX webhook_delivery_newest ON public.webhook_delivery USING btree (company_id, webhook_id, queued_at DESC, delivery_id DESC);
CREATE INDEX webhook_delivery_oldest ON public.webhook_delivery USING btree (queued_at);
CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (company_id, webhook_id, due_at) WHERE (state = 'waiting'::text);
alter table webhook_delivery enable row level security, force row level security;
create policy all_companies on webhook_delivery for select to fettle_projector using (true);
create policy own_company on webhook_delivery for all to fettle_api, fettle_auth using ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid)) with check ((company_id = (NULLIF(current_setting('fettle.company'::text, true), ''::text))::uuid));
create policy proven on webhook_delivery as restrictive for all to fettle_api using (( SELECT is_company_proven() AS is_company_proven)) with check (( SELECT is_company_proven() AS is_company_proven));
grant delete, insert, select, update on webhook_delivery to fettle_api;
grant delete, insert, select, update on webhook_delivery to fettle_auth;
grant select (company_id, webhook_id, seq, state, queued_at, due_at) on webhook_delivery to fettle_projector;

CREATE OR REPLACE FUNCTION public.append(p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer, p_actor uuid, p_actor_role text, p_happened timestamp with time zone, p_clock text, p_events jsonb, p_rests_on bigint, p_rests_types text[], p_proof text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      many constant integer := jsonb_array_length(p_events);
      happened constant timestamptz := date_trunc('milliseconds', p_happened);
      now constant timestamptz := date_trunc('milliseconds', clock_timestamp());
      one jsonb;
      numbered boolean;
      digest bytea;
      head record;
      new_number bigint;
    begin
      if not is_proven(p_company, p_proof)
        or p_company <> nullif(current_setting('fettle.company', true), '')::uuid then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      if p_expected > 0 then
        if not exists (select from event e
          where e.company_id = p_company and e.stream_id = p_stream_id and e.version = p_expected) then
          raise exception 'the stream has no version %', p_expected using errcode = 'FT001';
        end if;
      end if;

      for place in 0 .. many - 1 loop
        one := p_events -> place;
        numbered := (one -> 'numbered')::boolean;
        digest := decode(one ->> 'digest', 'hex');
        loop
          update company_head h set
            seq = h.seq + 1,
            last_number = h.last_number + numbered::integer,
            last_recorded_at = greatest(now, h.last_recorded_at),
            hash = sha256(h.hash || convert_to(concat_ws('|', p_company, h.seq + 1, p_stream, p_stream_id, p_expected + place + 1,
              one ->> 'type', one ->> 'schema', case when numbered then (h.last_number + 1)::text else '' end,
              coalesce(p_actor::text, ''), p_actor_role, (date_part('epoch', happened) * 1000)::bigint,
              (date_part('epoch', greatest(now, h.last_recorded_at)) * 1000)::bigint, p_clock, p_command, place), 'UTF8') || digest)
            where h.company_id = p_company
            returning h.seq, h.hash, h.last_number, h.last_recorded_at into head;
          exit when found;
          insert into company_head (company_id) values (p_company) on conflict do nothing;
        end loop;
        if place = 0 then
          if exists (select from settled_command s where s.company_id = p_company and s.command_id = p_command) then
            raise exception 'the command is settled' using errcode = 'FT001';
          end if;
          if p_rests_on is not null then
            if exists (select from event e
              where e.company_id = p_company and e.seq > p_rests_on and e.type = any (p_rests_types)) then
              raise exception 'what the decision rests on has moved on' using errcode = 'FT001';
            end if;
          end if;
        end if;
        if numbered then new_number := head.last_number; end if;
        insert into event values (
          p_company, head.seq, p_stream, p_stream_id, p_expected + place + 1, one ->> 'type', (one ->> 'schema')::smallint,
          case when numbered then head.last_number end, one -> 'data', p_actor, p_actor_role, happened, head.last_recorded_at, p_clock,
          p_command, place, p_request, decode(one ->> 'salt', 'hex'), digest, head.hash);
      end loop;

      if many = 0 then
        insert into company_head (company_id) values (p_company) on conflict do nothing;
        select h.seq into head from company_head h where h.company_id = p_company for update;
        if exists (select from event e where e.company_id = p_company and e.command_id = p_command)
          or exists (select from event e
            where e.company_id = p_company and e.stream_id = p_stream_id and e.version = p_expected + 1)
          or p_rests_on is not null and exists (select from event e
            where e.company_id = p_company and e.seq > p_rests_on and e.type = any (p_rests_types)) then
          raise exception 'the command is taken, or what it was decided on has moved on' using errcode = 'FT001';
        end if;
        insert into settled_command (company_id, command_id, request, seq, version)
          values (p_company, p_command, p_request, head.seq, p_expected);
      end if;
      return jsonb_build_object('seq', head.seq, 'version', p_expected + many, 'number', new_number);
    end $function$
;
alter function append(p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer, p_actor uuid, p_actor_role text, p_happened timestamp with time zone, p_clock text, p_events jsonb, p_rests_on bigint, p_rests_types text[], p_proof text) owner to fettle_ledger;
revoke all on function append(p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer, p_actor uuid, p_actor_role text, p_happened timestamp with time zone, p_clock text, p_events jsonb, p_rests_on bigint, p_rests_types text[], p_proof text) from public;
grant execute on function append(p_company uuid, p_command uuid, p_request bytea, p_stream text, p_stream_id uuid, p_expected integer, p_actor uuid, p_actor_role text, p_happened timestamp with time zone, p_clock text, p_events jsonb, p_rests_on bigint, p_rests_types text[], p_proof text) to fettle_api;

CREATE OR REPLACE FUNCTION public.append_commands(p_company uuid, p_commands jsonb, p_basis jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      head record;
      recorded timestamptz;
      new_seq bigint;
      new_hash bytea;
      new_number bigint;
      command jsonb;
      its_id uuid;
      its_request bytea;
      its_attempt integer;
      its_stream text;
      its_stream_id uuid;
      expected integer;
      newest integer;
      last_stream_id uuid;
      actor uuid;
      actor_role text;
      happened timestamptz;
      clock text;
      rests_on bigint;
      events jsonb;
      many integer;
      one jsonb;
      given bigint;
      digest bytea;
      positions jsonb := '[]';
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      loop
        select h.epoch, h.seq, h.hash, h.last_number, h.last_recorded_at into head
          from company_head h where h.company_id = p_company for update;
        exit when found;
        insert into company_head (company_id) values (p_company) on conflict do nothing;
      end loop;
      recorded := greatest(date_trunc('milliseconds', clock_timestamp()), head.last_recorded_at);
      new_seq := head.seq;
      new_hash := head.hash;
      new_number := head.last_number;

      if head.epoch <> (p_basis ->> 'epoch')::bigint then
        raise exception 'the ledger was restored' using errcode = 'FT002';
      end if;
      for nth in 0 .. coalesce(jsonb_array_length(p_basis -> 'unmoved'), 0) - 1 loop
        one := p_basis -> 'unmoved' -> nth;
        its_stream_id := (one ->> 0)::uuid;
        newest := null;
        select e.version into newest from event e
          where e.company_id = p_company and e.stream_id = its_stream_id order by e.version desc limit 1;
        if newest is distinct from nullif((one ->> 1)::integer, 0) then
          raise exception 'the stream % has moved on', its_stream_id using errcode = 'FT002';
        end if;
      end loop;
      for nth in 0 .. coalesce(jsonb_array_length(p_basis -> 'sessions'), 0) - 1 loop
        one := p_basis -> 'sessions' -> nth;
        perform hold_session(p_company, (one ->> 0)::uuid, (one ->> 1)::uuid);
      end loop;

      for nth in 0 .. jsonb_array_length(p_commands) - 1 loop
        command := p_commands -> nth;
        its_id := (command ->> 'command')::uuid;
        its_request := decode(command ->> 'request', 'hex');
        its_stream := command ->> 'stream';
        its_stream_id := (command ->> 'streamId')::uuid;
        expected := (command ->> 'expected')::integer;
        actor := (command ->> 'actor')::uuid;
        actor_role := command ->> 'role';
        happened := date_trunc('milliseconds', (command ->> 'happened')::timestamptz);
        clock := command ->> 'clock';
        rests_on := (command ->> 'restsOn')::bigint;
        events := command -> 'events';
        many := jsonb_array_length(events);
        given := null;
        if its_stream_id is distinct from last_stream_id and (expected > 0 or many = 0) then
          newest := null;
          select e.version into newest from event e
            where e.company_id = p_company and e.stream_id = its_stream_id order by e.version desc limit 1;
        elsif its_stream_id is distinct from last_stream_id then
          newest := null;
        end if;
        if expected <> coalesce(newest, 0) then
          raise exception 'the stream is not at version %', expected using errcode = 'FT001';
        end if;
        its_attempt := (command ->> 'attempt')::integer;
        if exists (select from settled_command s where s.company_id = p_company and s.command_id = its_id)
          or its_attempt is not null and exists (select from refused_command r
            where r.company_id = p_company and r.command_id = its_id and r.attempt >= its_attempt) then
          raise exception 'the command is settled' using errcode = 'FT001';
        end if;
        if rests_on is not null then
          if exists (select from event e where e.company_id = p_company and e.seq > rests_on
            and e.type in (select jsonb_array_elements_text(command -> 'restsTypes'))) then
            raise exception 'what the decision rests on has moved on' using errcode = 'FT001';
          end if;
        end if;

        for place in 0 .. many - 1 loop
          one := events -> place;
          digest := decode(one ->> 'digest', 'hex');
          new_seq := new_seq + 1;
          if (one -> 'numbered')::boolean then
            new_number := new_number + 1;
            given := new_number;
          end if;
          new_hash := sha256(new_hash || convert_to(concat_ws('|', p_company, new_seq, its_stream, its_stream_id, expected + place + 1,
            one ->> 'type', one ->> 'schema', case when (one -> 'numbered')::boolean then new_number::text else '' end,
            coalesce(actor::text, ''), actor_role, (date_part('epoch', happened) * 1000)::bigint,
            (date_part('epoch', recorded) * 1000)::bigint, clock, its_id, place), 'UTF8') || digest);
          insert into event values (
            p_company, new_seq, its_stream, its_stream_id, expected + place + 1, one ->> 'type', (one ->> 'schema')::smallint,
            case when (one -> 'numbered')::boolean then new_number end, one -> 'data', actor, actor_role, happened, recorded, clock,
            its_id, place, its_request, decode(one ->> 'salt', 'hex'), digest, new_hash);
        end loop;

        if many = 0 then
          perform from event e where e.company_id = p_company and e.command_id = its_id order by e.ordinal limit 1;
          if found then
            raise exception 'the command is taken' using errcode = 'FT001';
          end if;
          insert into settled_command (company_id, command_id, request, seq, version)
            values (p_company, its_id, its_request, new_seq, expected);
        end if;
        last_stream_id := its_stream_id;
        newest := expected + many;
        positions := positions || jsonb_build_object('seq', new_seq, 'version', expected + many, 'number', given);
      end loop;

      if new_seq > head.seq then
        update company_head h set seq = new_seq, hash = new_hash, last_number = new_number, last_recorded_at = recorded
          where h.company_id = p_company;
      end if;
      return jsonb_build_object('epoch', head.epoch, 'recorded', (date_part('epoch', recorded) * 1000)::bigint,
        'positions', positions);
    end $function$
;
alter function append_commands(p_company uuid, p_commands jsonb, p_basis jsonb) owner to fettle_ledger;
revoke all on function append_commands(p_company uuid, p_commands jsonb, p_basis jsonb) from public;
grant execute on function append_commands(p_company uuid, p_commands jsonb, p_basis jsonb) to fettle_api;

CREATE OR REPLACE FUNCTION public.count_companies()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select count(*) from company_head where seq > 0
    $function$
;
alter function count_companies() owner to fettle_ledger;
revoke all on function count_companies() from public;
grant execute on function count_companies() to fettle_api;

CREATE OR REPLACE FUNCTION public.counts_of(p_comparisons jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select jsonb_build_object(
        'same', sum((entry -> 'counts' ->> 'same')::bigint), 'changed', sum((entry -> 'counts' ->> 'changed')::bigint),
        'added', sum((entry -> 'counts' ->> 'added')::bigint), 'removed', sum((entry -> 'counts' ->> 'removed')::bigint))
      from jsonb_array_elements(p_comparisons) entry having count(*) > 0
    $function$
;

CREATE OR REPLACE FUNCTION public.erase_events(p_company uuid, p_command uuid, p_erased jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      told jsonb;
      one jsonb;
      named jsonb;
      kept record;
      new_salt bytea;
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid then
        raise exception 'only the events of one''s own company are erased' using errcode = 'restrict_violation';
      end if;
      select e.data -> 'events' into told from event e
        where e.company_id = p_company and e.command_id = p_command and e.ordinal = 0
          and e.stream = 'company' and e.type = 'EventErased' and e.actor_role = 'owner'
          and e.data ->> 'reason' ~ '[^[:space:]]'
          and e.xmin = pg_current_xact_id()::xid;
      if told is null or jsonb_array_length(told) <> jsonb_array_length(p_erased)
        or jsonb_array_length(told) <> (select count(distinct n -> 'seq') from jsonb_array_elements(p_erased) n) then
        raise exception 'nothing is erased but what the ledger tells of in the same transaction' using errcode = 'restrict_violation';
      end if;
      for one in select jsonb_array_elements(p_erased) loop
        select n into named from jsonb_array_elements(told) n where n -> 'seq' = one -> 'seq';
        if named is null then
          raise exception 'what remains of event % is not what the ledger tells', one -> 'seq' using errcode = 'restrict_violation';
        end if;
        select e.digest, e.salt, e.data into kept from event e
          where e.company_id = p_company and e.seq = (one ->> 'seq')::bigint;
        if not found then
          raise exception 'there is no event %', one -> 'seq' using errcode = 'restrict_violation';
        end if;
        if named ->> 'remains' is distinct from (case when is_of_form_2(kept.digest)
            then encode(substring(kept.digest from 2), 'hex')
            else encode(sha256(decode(one ->> 'salt', 'hex') || convert_to(one ->> 'data', 'UTF8')), 'hex') end) then
          raise exception 'what remains of event % is not what the ledger tells', one -> 'seq' using errcode = 'restrict_violation';
        end if;
        if is_of_form_2(kept.digest) then
          new_salt := coalesce(salts_without(kept.salt, kept.data, named -> 'texts'), '');
        else
          new_salt := decode(one ->> 'salt', 'hex');
        end if;
        update event e set data = (one ->> 'data')::jsonb, salt = new_salt
          where e.company_id = p_company and e.seq = (one ->> 'seq')::bigint;
      end loop;
      update event e set request = ''
        where e.company_id = p_company and e.request <> '' and e.stream_id in (
          select w.stream_id from event w
          where w.company_id = p_company and w.seq in (select (n ->> 'seq')::bigint from jsonb_array_elements(told) n));
      update settled_command s set request = '' where s.company_id = p_company and s.request <> '';
    end $function$
;
alter function erase_events(p_company uuid, p_command uuid, p_erased jsonb) owner to fettle_ledger;
revoke all on function erase_events(p_company uuid, p_command uuid, p_erased jsonb) from public;
grant execute on function erase_events(p_company uuid, p_command uuid, p_erased jsonb) to fettle_api;

CREATE OR REPLACE FUNCTION public.forget_in_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '5s'
AS $function$
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
    end $function$
;
revoke all on function forget_in_statistics() from public;
grant execute on function forget_in_statistics() to fettle_api;

CREATE OR REPLACE FUNCTION public.has_second_factor(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select is_company_proven() and exists (
        select from account a
        where a.user_id = p_user and a.company_id = nullif(current_setting('fettle.company', true), '')::uuid
          and (exists (select from authenticator f where f.user_id = a.user_id)
            or exists (select from passkey f where f.user_id = a.user_id)))
    $function$
;
alter function has_second_factor(p_user uuid) owner to fettle_ledger;
revoke all on function has_second_factor(p_user uuid) from public;
grant execute on function has_second_factor(p_user uuid) to fettle_api;

CREATE OR REPLACE FUNCTION public.hold_head(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      loop
        perform from company_head h where h.company_id = p_company for update;
        exit when found;
        insert into company_head (company_id) values (p_company) on conflict do nothing;
      end loop;
    end $function$
;
alter function hold_head(p_company uuid) owner to fettle_ledger;
revoke all on function hold_head(p_company uuid) from public;
grant execute on function hold_head(p_company uuid) to fettle_api;

CREATE OR REPLACE FUNCTION public.hold_session(p_company uuid, p_session uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      perform from session s where s.session_id = p_session and s.company_id = p_company and s.user_id = p_user
        and s.revoked_at is null for share;
      if not found then
        raise exception 'the session has ended' using errcode = 'FT002';
      end if;
    end $function$
;
alter function hold_session(p_company uuid, p_session uuid, p_user uuid) owner to fettle_ledger;
revoke all on function hold_session(p_company uuid, p_session uuid, p_user uuid) from public;

CREATE OR REPLACE FUNCTION public.hold_sessions(p_company uuid, p_sessions jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session appends only to its own company' using errcode = 'insufficient_privilege';
      end if;
      for nth in 0 .. jsonb_array_length(p_sessions) - 1 loop
        perform hold_session(p_company, (p_sessions -> nth ->> 0)::uuid, (p_sessions -> nth ->> 1)::uuid);
      end loop;
    end $function$
;
alter function hold_sessions(p_company uuid, p_sessions jsonb) owner to fettle_ledger;
revoke all on function hold_sessions(p_company uuid, p_sessions jsonb) from public;
grant execute on function hold_sessions(p_company uuid, p_sessions jsonb) to fettle_api;

CREATE OR REPLACE FUNCTION public.is_company_proven()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      company constant text := nullif(current_setting('fettle.company', true), '');
    begin
      return company is null or is_proven(company::uuid, current_setting('fettle.proof', true));
    end $function$
;
alter function is_company_proven() owner to fettle_ledger;
revoke all on function is_company_proven() from public;
grant execute on function is_company_proven() to fettle_api;

CREATE OR REPLACE FUNCTION public.is_erasable(p_type text, p_path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select (p_type, regexp_replace(p_path, '[.][0-9]+', '', 'g')) in (values ('SiteLocated', 'latitude'), ('SiteLocated', 'longitude'), ('EvidenceSent', 'sentTo'), ('EvidenceSent', 'message'), ('InvoiceSent', 'sentTo'), ('RepairReported', 'place'), ('RepairReported', 'words'), ('RepairReported', 'name'), ('RepairReported', 'telephone'), ('RepairReported', 'email'), ('ReportPhotoAdded', 'src'), ('ReportClosed', 'answer'), ('TenantLinkSent', 'sentTo'), ('OtherTimesAsked', 'message'), ('InvoicingSet', 'vatNumber'), ('InvoicingSet', 'bankDetails'), ('LogoSet', 'src'), ('SiteFileShared', 'src'), ('SiteFileShared', 'name'), ('OfficeSiteFileAdded', 'src'), ('OfficeSiteFileAdded', 'name'), ('ViewSaved', 'name'), ('ViewSaved', 'search'), ('ViewSaved', 'agency'), ('SharedViewSaved', 'name'), ('SharedViewSaved', 'search'), ('SharedViewSaved', 'agency'), ('JobCreated', 'apartmentName'), ('JobCreated', 'tasks.description'), ('JobReferred', 'workOrder'), ('JobReferred', 'agency'), ('JobReferred', 'receivedBy'), ('JobSiteChanged', 'apartmentName'), ('TaskAdded', 'description'), ('TaskDescribed', 'description'), ('JobInvoiced', 'invoice'), ('JobScheduled', 'access'), ('NoteAdded', 'note'), ('ImageAdded', 'src'), ('ImageAdded', 'description'), ('ImageDescribed', 'description'), ('TimeCorrected', 'reason'), ('PartAdded', 'name'), ('PartAdded', 'reference'), ('PartAdded', 'site'), ('PartAdded', 'jobId'), ('PartAdded', 'category'), ('PartAdded', 'link'), ('PartAdded', 'notes'), ('PartChanged', 'name'), ('PartChanged', 'reference'), ('PartChanged', 'site'), ('PartChanged', 'jobId'), ('PartChanged', 'category'), ('PartChanged', 'link'), ('PartChanged', 'notes'), ('TodoAdded', 'text'), ('ArrivalTimeChanged', 'reason'), ('LeavingTimeChanged', 'reason'), ('NoAccessReported', 'note'), ('NoAccessReported', 'position'), ('PhotosLeftOut', 'reason'), ('SignatureGiven', 'name'), ('SignatureGiven', 'strokes'), ('MemberDetailsSet', 'fullName'), ('MemberDetailsSet', 'initials'), ('MemberDetailsSet', 'telephone'), ('SiteAdded', 'name'), ('SiteNamed', 'name'), ('SiteAddressSet', 'address'), ('SiteAddressSet', 'postcode'), ('SiteAccessSet', 'access'), ('SiteAccessSet', 'keys'), ('SiteAccessSet', 'parking'), ('SiteAccessSet', 'stopcock'), ('SiteBuildingSet', 'called'), ('SiteNoted', 'notes'), ('SiteAgencySet', 'agency'), ('SiteTenantSet', 'name'), ('SiteTenantSet', 'telephone'), ('SiteTenantEmailSet', 'email'), ('SiteContactSet', 'name'), ('SiteContactSet', 'telephone'), ('SiteContactSet', 'email'), ('SiteMerged', 'called'), ('SiteMergeUndone', 'called'), ('SiteKeptApart', 'called'), ('HazardReported', 'reportedBy'), ('HazardReported', 'words'), ('DeadlineMet', 'note'), ('DutyExplained', 'reason'), ('StayOffered', 'note'), ('SummaryWritten', 'found'), ('SummaryWritten', 'work'), ('SummaryWritten', 'stay'), ('SummaryWritten', 'contact'), ('SummarySent', 'sentTo'), ('AttachmentAdded', 'src'), ('AttachmentAdded', 'name'), ('AttachmentShared', 'src'), ('AttachmentShared', 'name'), ('OfficeAttachmentAdded', 'src'), ('OfficeAttachmentAdded', 'name'), ('PapersSet', 'tradingName'), ('PapersSet', 'address'), ('PapersSet', 'telephone'), ('PapersSet', 'email'), ('JobOfRecurringWork', 'title'), ('RecurringWorkSetUp', 'title'), ('RecurringWorkSetUp', 'tasks.description'), ('RecurringWorkSetUp', 'called'), ('RecurringWorkChanged', 'title'), ('RecurringWorkChanged', 'tasks.description'), ('RecurringWorkChanged', 'called'))
    $function$
;

CREATE OR REPLACE FUNCTION public.is_image_referenced(p_company uuid, p_src text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session asks only for images of its own company' using errcode = 'insufficient_privilege';
      end if;
      return exists (select from event e
          where e.company_id = p_company and e.type = 'ReportPhotoAdded' and e.data ->> 'src' = p_src)
        or exists (select from event e
          where e.company_id = p_company and e.type = 'ImageAdded' and e.data ->> 'src' = p_src)
        or exists (select from event e
          where e.company_id = p_company and e.type in ('AttachmentAdded', 'AttachmentShared', 'OfficeAttachmentAdded') and e.data ->> 'src' = p_src)
        or exists (select from event e
          where e.company_id = p_company and e.type in ('SiteFileShared', 'OfficeSiteFileAdded') and e.data ->> 'src' = p_src)
        or exists (select from event e
          where e.company_id = p_company and e.type = 'LogoSet' and e.data ->> 'src' = p_src);
    end $function$
;
alter function is_image_referenced(p_company uuid, p_src text) owner to fettle_ledger;
revoke all on function is_image_referenced(p_company uuid, p_src text) from public;
grant execute on function is_image_referenced(p_company uuid, p_src text) to fettle_api;

CREATE OR REPLACE FUNCTION public.is_known(p_names text[], p_versions integer[], p_known text[], p_known_versions integer[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select not exists (
        select from unnest(p_names, p_versions) wanted (name, version)
        where (wanted.name, wanted.version) not in (select * from unnest(p_known, p_known_versions)))
    $function$
;

CREATE OR REPLACE FUNCTION public.is_of_form_2(p_digest bytea)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select length(p_digest) = 33 and get_byte(p_digest, 0) = 2
    $function$
;

CREATE OR REPLACE FUNCTION public.is_older(p_names text[], p_versions integer[], p_known text[], p_known_versions integer[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select exists (
        select from unnest(p_names, p_versions) wanted (name, version)
        join unnest(p_known, p_known_versions) known (name, version) on known.name = wanted.name
        where wanted.version < known.version)
    $function$
;

CREATE OR REPLACE FUNCTION public.is_proven(p_company uuid, p_proof text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if pg_has_role(session_user, 'fettle_ledger', 'member') then return true; end if;
      return exists (select from wall_key k where p_proof = encode(sha256(k.outer_pad || sha256(k.inner_pad
        || convert_to(p_company || '|' || session_backend(), 'UTF8'))), 'hex'));
    end $function$
;
alter function is_proven(p_company uuid, p_proof text) owner to fettle_ledger;
revoke all on function is_proven(p_company uuid, p_proof text) from public;

CREATE OR REPLACE FUNCTION public.refuse_all_but_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if new.data = old.data and new.salt = old.salt then
        if new.request = '' then return new; end if;
      elsif is_of_form_2(old.digest) or length(new.salt) = 16 then
        if exists (
          select from event r, jsonb_array_elements(r.data -> 'events') n
          where r.company_id = old.company_id and r.stream = 'company' and r.type = 'EventErased'
            and r.xmin = pg_current_xact_id()::xid and n -> 'seq' = to_jsonb(old.seq)
            and jsonb_array_length(n -> 'texts') > 0
            and new.data = without_texts(old.type, old.data, n -> 'texts')
            and case when is_of_form_2(old.digest) then new.salt = salts_without(old.salt, old.data, n -> 'texts') else true end
        ) then
          return new;
        end if;
      end if;
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_all_but_the_next_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.place = old.place + 1 then return new; end if;
      raise exception 'the log of signed heads only moves on by one' using errcode = 'restrict_violation';
    end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_command(p_company uuid, p_command uuid, p_attempt integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if p_company is distinct from nullif(current_setting('fettle.company', true), '')::uuid
        or not is_proven(p_company, current_setting('fettle.proof', true)) then
        raise exception 'a session refuses only commands of its own company' using errcode = 'insufficient_privilege';
      end if;
      perform from company_head h where h.company_id = p_company for update;
      if exists (select from settled_command s where s.company_id = p_company and s.command_id = p_command) then
        return false;
      end if;
      perform from event e where e.company_id = p_company and e.command_id = p_command order by e.ordinal limit 1;
      if found then
        return false;
      end if;
      insert into refused_command as known (company_id, command_id, attempt) values (p_company, p_command, p_attempt)
        on conflict (company_id, command_id)
        do update set attempt = excluded.attempt, refused_at = excluded.refused_at where known.attempt < excluded.attempt;
      return true;
    end $function$
;
alter function refuse_command(p_company uuid, p_command uuid, p_attempt integer) owner to fettle_ledger;
revoke all on function refuse_command(p_company uuid, p_command uuid, p_attempt integer) from public;
grant execute on function refuse_command(p_company uuid, p_command uuid, p_attempt integer) to fettle_api;

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if current_user = 'fettle_ledger' then return null; end if;
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $function$
;

CREATE OR REPLACE FUNCTION public.salts_without(p_salt bytea, p_data jsonb, p_texts jsonb)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      parts text[] := string_to_array(convert_from(p_salt, 'UTF8'), '|');
      named text;
      place integer;
      salt text;
    begin
      for named in select jsonb_array_elements_text(p_texts) loop
        salt := null;
        for place in 2 .. cardinality(parts) loop
          if split_part(parts[place], '=', 1) = named then
            salt := split_part(parts[place], '=', 2);
            exit when length(salt) <> 32;
            parts[place] := named || '=' || encode(sha256(decode(salt, 'hex')
              || convert_to(named || '=' || (p_data #>> string_to_array(named, '.')), 'UTF8')), 'hex');
          end if;
        end loop;
        if salt is null or length(salt) <> 32 then return null; end if;
      end loop;
      return convert_to(array_to_string(parts, '|'), 'UTF8');
    end $function$
;

CREATE OR REPLACE FUNCTION public.sample_new_tables()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
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
    end $function$
;
revoke all on function sample_new_tables() from public;
grant execute on function sample_new_tables() to fettle_projector;

CREATE OR REPLACE FUNCTION public.session_backend()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
AS $function$
      select pg_backend_pid()
    $function$
;

CREATE OR REPLACE FUNCTION public.without_texts(p_type text, p_data jsonb, p_texts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      named text;
      path text[];
    begin
      for named in select jsonb_array_elements_text(p_texts) loop
        path := string_to_array(named, '.');
        if not is_erasable(p_type, named) or jsonb_typeof(p_data #> path) is distinct from 'string'
          or p_data #>> path = '[erased]' then return null; end if;
        p_data := jsonb_set(p_data, path, '"[erased]"', false);
      end loop;
      return p_data;
    end $function$
;
