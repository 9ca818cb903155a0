import type pg from 'pg'

/**
 * The tables of a migrated database as the types that queries are checked against: the text of `ledger/database/tables.ts`.
 * A column with a fixed set of texts (a CHECK constraint) gets them as a union.
 */
export async function describeTableTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(columns)
  const tables = Map.groupBy(rows, (row) => row.table)
  const types = [...tables].map(([table, all]) => `export type ${typeName(table)} = {\n${all.map(line).join('')}}\n`)
  const index = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}\n`)
  return [header, ...types, `/** Every table by its name. */\nexport type Tables = {\n${index.join('')}}\n`].join('\n')
}

type Column = {
  table: string
  column: string
  type: string
  required: boolean
  defaulted: boolean
  texts: string | null
}

const columns = `
  select c.relname as table, a.attname as column, a.atttypid::regtype::text as type, a.attnotnull as required,
    a.atthasdef as defaulted,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as texts
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
    and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`

const header = `// Generated from the migrated database by cli/commands/dump-schema.ts; a test compares the two.
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
`

/** Narrower types than the database knows: the code writes nothing else into these columns. */
const known: Record<string, string> = {
  'event.stream': 'Stream',
  'event.actor_role': 'ActorRole',
  'event.clock': "'device' | 'server'",
  'document.body': 'Json<object>',
  'notification.changes': 'Json<JobChanges>',
  'notice_settings.settings': 'Json<OwnNotices>',
  'daily_email.items': 'Json<DailyEmailItem[]>',
  'unsent_work.work': 'Json<UnsentWork>',
  'outgoing_notice.changes': 'Json<JobChanges>',
  'outgoing_notice.sent': 'Json<JobChanges> | null',
  'import_run.plan': 'Json<ImportPlan>',
  'import_run.checked': 'Json<ImportCheck>',
  'import_run.progress': 'Json<Partial<ImportProgress>>',
}

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  'character varying': 'string',
  date: 'string',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Json',
  'timestamp with time zone': 'Instant',
  'uuid[]': 'string[]',
  'text[]': 'string[]',
  'integer[]': 'number[]',
}

function line({ table, column, type, required, defaulted, texts }: Column): string {
  const own = known[`${table}.${column}`] ?? unionOf(texts) ?? types[type]
  if (!own) throw new Error(`No type is known for ${type} (${table}.${column})`)
  const nullable = required ? own : `${own} | null`
  const text = `  ${column}: ${defaulted ? `Defaulted<${nullable}>` : nullable}\n`
  return text.length > widest ? `  ${column}:\n    | ${own.replaceAll(' | ', '\n    | ')}\n` : text
}

/** A wider union has a line for each of its texts, as the formatter wants it. */
const widest = 120

/** Of `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`: `'a' | 'b'`. */
const unionOf = (check: string | null) =>
  check?.includes('= ANY (ARRAY[')
    ? [...check.matchAll(/'([^']*)'::text/g)].map(([, text]) => `'${text}'`).join(' | ')
    : undefined

const typeName = (table: string) =>
  `${table
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Table`
