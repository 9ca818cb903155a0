import { expect, test } from 'vitest'
import { sqlTexts } from './sql-rules.ts'

const found = (text: string, path = 'api/reads/x.ts') => sqlTexts({ path, text })

test.each([
  "await db.query('select body from document where key = $1', [key])",
  'const text = `insert into account (email) values ($1)`',
  "const text = 'update checkpoint set seq = $1'",
  "const text = 'delete from invitation where token = $1'",
  "const text = 'with lagging as (select 1) table lagging'",
  "await client.query('begin')",
  "await client.query('set local role fettle_api')",
  "const filter = ' and projection = $4'",
  "const order = 'order by seq desc'",
  'const text = `copy $' + '{table} to stdout`',
  'sql`select seq from company_head where company_id = $' + '{id}`',
  'sql<Row>`delete from invitation`',
  'sql`exists (select from job_row where true)`',
])('finds %s', (text) => expect(found(text)).toHaveLength(1))

test.each([
  "db.selectFrom('job_row').select('job_id').where('company_id', '=', id)",
  'sql`select pg_notify($' + '{channel}, $' + '{text})`',
  'sql`exists (select from $' + "{sql.table('job_row')} where true)`",
  'sql`set transaction isolation level repeatable read`',
  'sql`extract(epoch from $' + '{ref})`',
  'sql`(select max(one) from unnest($' + '{list}::int[]) one)`',
  'sql`is distinct from other`',
  "throw new Error('Nothing to select, insert or update')",
  "log.info('commits are slow')",
  '// select body from document',
])('leaves %s', (text) => expect(found(text)).toEqual([]))

test('looks only where the database is used, and not at tests', () => {
  const text = "await db.query('select 1 from event')"
  for (const path of ['ledger/log/x.ts', 'projector/live/x.ts', 'cli/backup/x.ts'])
    expect(found(text, path)).toHaveLength(1)
  for (const path of ['web/ui/x.tsx', 'core/job/x.ts', 'api/reads/x.pg.test.ts', 'test/x.ts', 'bench/x.ts'])
    expect(found(text, path)).toEqual([])
})
