// Generated from the migrated database by cli/commands/dump-schema.ts; a test compares the two.
import type { ColumnType } from 'kysely'
import type { ActorRole, Stream } from '#core/model/messages.ts'
import type { OwnNotices } from '#core/notifications/settings.ts'
import type { UnsentWork } from '#core/notifications/unsent-work.ts'
import type { JobChanges } from '#core/reactions/changes.ts'
import type { DailyEmailItem } from '#core/reactions/notification.ts'
import type { ImportCheck, ImportPlan, ImportProgress } from '#core/wire/imports.ts'

/** Read as ISO 8601 in UTC with milliseconds. */
type Instant = ColumnType<string, string | Date, string | Date>
/** Written as JSON text. */
type Json<T = unknown> = ColumnType<T, string, string>
/** Has a default: an insert may leave it out. */
type Defaulted<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type AccountTable = {
  user_id: string
  company_id: string
  username: string
  email: string
  password_hash: string | null
  created_at: Defaulted<Instant>
  email_verified_at: Instant | null
  password_set_at: Instant | null
  asks_again: boolean | null
}

export type ApiKeyTable = {
  key_id: string
  company_id: string
  made_by: string
  name: string
  ending: string
  token_hash: Buffer
  audience: 'office' | 'team'
  scopes: string[]
  created_at: Defaulted<Instant>
  expires_at: Instant | null
  last_used_at: Instant | null
  revoked_at: Instant | null
  only_agency: string | null
}

export type ApiKeyCallTable = {
  company_id: string
  call_id: string
  key_id: string
  at: Instant
  method: string
  path: string
  status: number
}

export type AuditEntryTable = {
  company_id: string
  entry_id: Buffer
  kind: string
  user_id: string
  detail: string
  target: string
  address: string
  device: string
  first_at: Defaulted<Instant>
  last_at: Defaulted<Instant>
  times: number
}

export type AuthenticatorTable = {
  user_id: string
  sealed_secret: Buffer
  last_step: number
  created_at: Defaulted<Instant>
  last_used_at: Instant | null
}

export type BillingCheckoutTable = {
  company_id: string
  session_id: string
  tier: number
  user_id: string
  created_at: Defaulted<Instant>
}

export type BillingCustomerTable = {
  company_id: string
  customer_id: string
}

export type BillingNoticeTable = {
  company_id: string
  notice_id: string
  type: string
  received_at: Defaulted<Instant>
}

export type CalendarFeedTable = {
  user_id: string
  company_id: string
  feed_id: string
  token_hash: Buffer
  visits: 'all' | 'mine'
  created_at: Defaulted<Instant>
  last_read_at: Instant | null
  last_read_by: Defaulted<string>
}

export type CalendarRowTable = {
  company_id: string
  generation: number
  job_id: string
  number: number
  apartment_name: string
  job_status: string
  warning: string
  job_booking_id: string | null
  job_start: Instant | null
  job_end: Instant | null
  access: string | null
  assigned_to: string[]
}

export type CheckpointTable = {
  company_id: string
  projection: string
  generation: number
  version: number
  seq: Defaulted<number>
  status: 'live' | 'building' | 'parked' | 'retired' | 'kept' | 'compared'
  error: string | null
  error_seq: number | null
  created_at: Defaulted<Instant>
  updated_at: Defaulted<Instant>
  run_id: string | null
  expires_at: Instant | null
  undone_version: number | null
}

export type CompanyClosingTable = {
  company_id: string
  closed_by: string
  closed_at: Instant
  erase_at: Instant
  told_end_at: Instant | null
  erasing_since: Instant | null
  erased_at: Instant | null
}

export type CompanyHeadTable = {
  company_id: string
  epoch: Defaulted<number>
  seq: Defaulted<number>
  hash: Defaulted<Buffer>
  last_number: Defaulted<number>
  last_recorded_at: Instant | null
}

export type DailyEmailTable = {
  company_id: string
  user_id: string
  day: string
  mail_id: string
  items: Json<DailyEmailItem[]>
}

export type DashboardJobTable = {
  company_id: string
  generation: number
  job_id: string
  number: number
  apartment_name: string
  created_at: string
  job_status: string
  completed_at: Instant | null
  warning: string
  warned_at: Instant | null
  job_start: Instant | null
  job_end: Instant | null
  assigned_to: string[]
  unbooked_at: Instant | null
  tasks: Json
  completed_value: number
  tasks_left: number
  overdue_from: Instant | null
  overdue_since: Instant | null
  overdue_reason: string | null
}

export type DocumentTable = {
  company_id: string
  projection: string
  generation: number
  key: string
  body: Json<object>
}

export type EmailLinkTable = {
  token_hash: Buffer
  user_id: string
  company_id: string
  purpose: 'verification' | 'change' | 'undo'
  email: string
  created_at: Defaulted<Instant>
  expires_at: Instant
  used_at: Instant | null
}

export type ErasureTable = {
  company_id: string
  erasure_id: string
  files: string[]
  imports: boolean
  run_id: string | null
  created_at: Defaulted<Instant>
}

export type EventTable = {
  company_id: string
  seq: number
  stream: Stream
  stream_id: string
  version: number
  type: string
  schema: number
  number: number | null
  data: Json
  actor_id: string | null
  actor_role: ActorRole
  happened_at: Instant
  recorded_at: Instant
  clock: 'device' | 'server'
  command_id: string
  ordinal: number
  request: Buffer
  salt: Buffer
  digest: Buffer
  hash: Buffer
}

export type EvidenceMailTable = {
  company_id: string
  job_id: string
  mail_id: string
  tries: Defaulted<number>
  queued_at: Instant
  due_at: Instant
}

export type ExternalIdentityTable = {
  issuer: string
  subject: string
  user_id: string
}

export type ImportNamespaceTable = {
  company_id: string
  namespace: string
}

export type ImportRefusalTable = {
  company_id: string
  import_id: string
  line: number
  place: number
  reason: string
  field: Defaulted<string>
}

export type ImportRunTable = {
  company_id: string
  import_id: string
  user_id: string
  file_name: string
  file: Buffer
  state: Defaulted<'draft' | 'running' | 'stopped' | 'done' | 'failed'>
  plan: Json<ImportPlan>
  checked: Json<ImportCheck>
  progress: Defaulted<Json<Partial<ImportProgress>>>
  error: Defaulted<string>
  created_at: Defaulted<Instant>
  started_at: Instant | null
  ended_at: Instant | null
  lease_until: Defaulted<Instant>
  namespace: string | null
}

export type InstallationHeadTable = {
  only_row: Defaulted<boolean>
  place: Defaulted<number>
  digest: Defaulted<Buffer>
}

export type InvoiceMailTable = {
  mail_id: string
  company_id: string
  job_id: string
}

export type JobRowTable = {
  company_id: string
  generation: number
  job_id: string
  number: number
  job_status: string
  warning: string
  apartment_name: string
  created_at: string
  job_start: Instant | null
  job_end: Instant | null
  assigned_to: string[]
  images: number
  notes: number
  ready_tasks: string[]
  work_order: string
  agency: string
}

export type KnownDeviceTable = {
  user_id: string
  device_hash: Buffer
  created_at: Defaulted<Instant>
  last_used_at: Defaulted<Instant>
}

export type MailTable = {
  mail_id: string
  kind:
    | 'invoice'
    | 'daily-email'
    | 'report-link'
    | 'tenant-link'
    | 'invitation'
    | 'reset'
    | 'verification'
    | 'email-change'
    | 'email-changed'
    | 'many-failures'
    | 'already-registered'
    | 'new-device'
    | 'password-changed'
    | 'second-factor-added'
    | 'second-factor-removed'
    | 'recovery-code-used'
    | 'wrong-codes'
    | 'passkey-added'
    | 'passkey-removed'
    | 'account-closed'
    | 'company-closed'
    | 'company-ending'
    | 'morning-list'
    | 'webhook-off'
  recipient: string
  created_at: Defaulted<Instant>
  due_at: Defaulted<Instant>
  tries: Defaulted<number>
}

export type MorningListTable = {
  company_id: string
  user_id: string
  due_at: Instant
}

export type NoticeSettingsTable = {
  company_id: string
  user_id: string
  settings: Json<OwnNotices>
}

export type NotificationTable = {
  company_id: string
  notification_id: string
  user_id: string
  job_id: string
  seq: number
  at: Instant
  settles_at: Instant
  changes: Json<JobChanges>
  read_at: Instant | null
}

export type OutgoingNoticeTable = {
  company_id: string
  notice_id: string
  user_id: string
  way: 'push' | 'email'
  job_id: string
  seq: number
  at: Instant
  settles_at: Instant
  due_at: Instant
  changes: Json<JobChanges>
  sent: Json<JobChanges> | null | null
  tries: Defaulted<number>
  sent_to: Defaulted<string[]>
}

export type PartRowTable = {
  company_id: string
  generation: number
  part_id: string
  name: string
  reference: string
  site: string
  job_id: string
  category: string
  purchase_date: string
  expected_delivery: string
  part_status: string
  link: string
  notes: string
  created_by: string
  created_at: Instant
  updated_by: string
  updated_at: Instant
  job_number: number | null
  name_key: string
  reference_key: string
  job_key: string
  category_key: string
}

export type PasskeyTable = {
  passkey_id: string
  credential_id: string
  user_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Defaulted<Instant>
  last_used_at: Instant | null
}

export type PasskeyChallengeTable = {
  challenge_hash: Buffer
  purpose: 'sign-in' | 'add' | 'confirm'
  user_id: string | null
  expires_at: Instant
}

export type PasswordLinkTable = {
  token_hash: Buffer
  user_id: string
  company_id: string
  purpose: 'invitation' | 'reset'
  created_at: Defaulted<Instant>
  expires_at: Instant
  used_at: Instant | null
}

export type PushSubscriptionTable = {
  company_id: string
  subscription_id: string
  user_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  device: string
  created_at: Instant
  sent_at: Instant | null
  failing_since: Instant | null
}

export type RateLimitTable = {
  key: string
  points: Defaulted<number>
  expire: number | null
}

export type ReactionCheckpointTable = {
  company_id: string
  reaction: string
  version: number
  seq: number
}

export type ReactionStartTable = {
  reaction: string
  started_at: Instant
}

export type RecoveryCodeTable = {
  user_id: string
  code_hash: Buffer
  salt: Buffer
  used_at: Instant | null
}

export type RefreshTokenTable = {
  token_hash: Buffer
  session_id: string
  created_at: Defaulted<Instant>
  used_at: Instant | null
  predecessor: Buffer | null
}

export type RefusedCommandTable = {
  company_id: string
  command_id: string
  attempt: number
  refused_at: Defaulted<Instant>
}

export type ReplayRunTable = {
  company_id: string
  run_id: string
  kind: 'replay' | 'compare' | 'promote' | 'discard' | 'undo' | 'retry'
  state: Defaulted<'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'>
  projections: string[]
  versions: number[]
  keeps: Defaulted<boolean>
  started_by: 'person' | 'operator' | 'upgrade'
  user_id: string | null
  events_done: Defaulted<number>
  events_total: Defaulted<number>
  rate: Defaulted<number>
  errors: Defaulted<Json>
  comparisons: Json | null
  created_at: Defaulted<Instant>
  began_at: Instant | null
  updated_at: Defaulted<Instant>
  ended_at: Instant | null
}

export type ReportLinkTable = {
  link_id: string
  company_id: string
  kind: 'page' | 'report'
  token_hash: Buffer
  ended_at: Instant | null
  mailed_at: Instant | null
}

export type SandboxNoticeTable = {
  company_id: string
  notice_id: string
  body: string
  created_at: Defaulted<Instant>
  attempts: Defaulted<number>
  due_at: Defaulted<Instant | null>
}

export type SandboxPaymentsTable = {
  company_id: string
  state: string
}

export type SecondFactorRuleTable = {
  company_id: string
  required_for: 'owner' | 'office'
}

export type SecondStepTable = {
  token_hash: Buffer
  user_id: string
  password_digest: Buffer
  expires_at: Instant
  tries: Defaulted<number>
}

export type SessionTable = {
  session_id: string
  user_id: string
  company_id: string
  device: string
  created_at: Defaulted<Instant>
  last_used_at: Defaulted<Instant>
  revoked_at: Instant | null
  address: Defaulted<string>
  last_used_token: Buffer | null
  proved_at: Defaulted<Instant | null>
  unsent: number | null
}

export type SettledCommandTable = {
  company_id: string
  command_id: string
  request: Buffer
  seq: number
  version: number
  recorded_at: Defaulted<Instant>
}

export type SignedHeadTable = {
  company_id: string
  epoch: number
  seq: number
  signed_at: Instant
  document: Json
  stored_at: Instant | null
  place: number | null
}

export type SiteJobTable = {
  company_id: string
  generation: number
  job_id: string
  name_key: string
}

export type SiteNameTable = {
  company_id: string
  generation: number
  name_key: string
  name: string
  sort_key: string
  site_id: string
  is_own: boolean
}

export type SiteRowTable = {
  company_id: string
  generation: number
  site_id: string
  name: string
  sort_key: string
  merged_into: string | null
  building_id: string | null
  agency: string
  search_key: string
  office_search_key: string
  body: Json
  latitude: number | null
  longitude: number | null
}

export type TenantLinkTable = {
  link_id: string
  company_id: string
  job_id: string
  token_hash: Buffer
  mail_id: string | null
  ended_at: Instant | null
  opened: Defaulted<number>
  last_opened_at: Instant | null
}

export type TenantMailTable = {
  mail_id: string
  company_id: string
  link_id: string
}

export type TenantNewsTable = {
  company_id: string
  job_id: string
  about: 'visit' | 'on the way'
  seq: number
  due_at: Instant
}

export type TextMessageTable = {
  company_id: string
  text_id: string
  job_id: string
  link_id: string
  site_id: string
  contact_id: string
  state: 'waiting' | 'sent' | 'failed' | 'dropped'
  tries: Defaulted<number>
  parts: number | null
  queued_at: Instant
  due_at: Instant
  tried_at: Instant | null
  status: number | null
  failure: string | null
  sandbox_to: string | null
  sandbox_text: string | null
}

export type UnsentWorkTable = {
  company_id: string
  session_id: string
  user_id: string
  work: Json<UnsentWork>
  device: string
  told_of_at: Instant
  due_at: Instant
}

export type ViewUseTable = {
  company_id: string
  view_id: string
  user_id: string
  opened_at: Instant
}

export type WallKeyTable = {
  one: Defaulted<boolean>
  inner_pad: Buffer
  outer_pad: Buffer
}

export type WebhookTable = {
  company_id: string
  webhook_id: string
  url: string
  audience: 'office' | 'team'
  event_types: string[]
  sealed_secret: Buffer
  secret_ending: string
  seq: number
  answered_by: string
  answered_at: Instant
  created_at: Defaulted<Instant>
  off: 'paused' | 'failing' | 'gone' | 'maker-left' | null
  failing_since: Instant | null
  delivered_at: Instant | null
  only_agency: string | null
  earlier_secret: Buffer | null
  earlier_until: Instant | null
}

export type WebhookDeliveryTable = {
  company_id: string
  delivery_id: string
  webhook_id: string
  seq: number | null
  type: string
  state: 'waiting' | 'delivered' | 'parked'
  tries: number
  queued_at: Instant
  due_at: Instant
  tried_at: Instant | null
  took: number | null
  status: number | null
  failure: string | null
  answer: string | null
}

/** Every table by its name. */
export type Tables = {
  account: AccountTable
  api_key: ApiKeyTable
  api_key_call: ApiKeyCallTable
  audit_entry: AuditEntryTable
  authenticator: AuthenticatorTable
  billing_checkout: BillingCheckoutTable
  billing_customer: BillingCustomerTable
  billing_notice: BillingNoticeTable
  calendar_feed: CalendarFeedTable
  calendar_row: CalendarRowTable
  checkpoint: CheckpointTable
  company_closing: CompanyClosingTable
  company_head: CompanyHeadTable
  daily_email: DailyEmailTable
  dashboard_job: DashboardJobTable
  document: DocumentTable
  email_link: EmailLinkTable
  erasure: ErasureTable
  event: EventTable
  evidence_mail: EvidenceMailTable
  external_identity: ExternalIdentityTable
  import_namespace: ImportNamespaceTable
  import_refusal: ImportRefusalTable
  import_run: ImportRunTable
  installation_head: InstallationHeadTable
  invoice_mail: InvoiceMailTable
  job_row: JobRowTable
  known_device: KnownDeviceTable
  mail: MailTable
  morning_list: MorningListTable
  notice_settings: NoticeSettingsTable
  notification: NotificationTable
  outgoing_notice: OutgoingNoticeTable
  part_row: PartRowTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  password_link: PasswordLinkTable
  push_subscription: PushSubscriptionTable
  rate_limit: RateLimitTable
  reaction_checkpoint: ReactionCheckpointTable
  reaction_start: ReactionStartTable
  recovery_code: RecoveryCodeTable
  refresh_token: RefreshTokenTable
  refused_command: RefusedCommandTable
  replay_run: ReplayRunTable
  report_link: ReportLinkTable
  sandbox_notice: SandboxNoticeTable
  sandbox_payments: SandboxPaymentsTable
  second_factor_rule: SecondFactorRuleTable
  second_step: SecondStepTable
  session: SessionTable
  settled_command: SettledCommandTable
  signed_head: SignedHeadTable
  site_job: SiteJobTable
  site_name: SiteNameTable
  site_row: SiteRowTable
  tenant_link: TenantLinkTable
  tenant_mail: TenantMailTable
  tenant_news: TenantNewsTable
  text_message: TextMessageTable
  unsent_work: UnsentWorkTable
  view_use: ViewUseTable
  wall_key: WallKeyTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}
