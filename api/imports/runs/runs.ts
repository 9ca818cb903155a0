import type pg from 'pg'
import type { ImportAnswer, ImportCheck, ImportPlan, ImportProgress, ImportSummary } from '#core/wire/imports.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { namespaceIn } from './namespaces.ts'

const noProgress: ImportProgress = { rows: 0, imported: 0, completed: 0, refused: 0 }

/** Files that a company has looked at and not begun to import. */
const mostDrafts = 10

/** A file that nobody began to import is forgotten after a day, or after ten newer ones; any other after thirty days. */
const forgetOld = `
  delete from import_run where company_id = $1 and state <> 'running'
    and (created_at < now() - case when state = 'draft' then interval '1 day' else interval '30 days' end
      or import_id in (
        select import_id from import_run where company_id = $1 and state = 'draft'
        order by created_at desc, import_id desc offset ${mostDrafts - 1}))`

/** Keeps a file with how it will be read. */
export const addRun = (
  pool: pg.Pool,
  companyId: string,
  run: { importId: string; userId: string; fileName: string; file: Uint8Array; plan: ImportPlan; checked: ImportCheck },
): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(forgetOld, [companyId])
    await client.query(
      `insert into import_run (company_id, import_id, user_id, file_name, file, plan, checked, namespace)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[companyId, run.importId, run.userId, run.fileName, Buffer.from(run.file), run.plan, run.checked],
        await namespaceIn(client, companyId),
      ],
    )
  })

/** `stopping` while who runs it has not heard of it yet. */
const columns = `import_id, file_name, user_id, username, plan, checked, progress, error, started_at, ended_at,
  case when state = 'stopped' and lease_until > now() then 'stopping' else state end as state`
const withName = 'import_run left join account using (company_id, user_id)'

type RunRow = {
  import_id: string
  file_name: string
  user_id: string
  username: string | null
  plan: ImportPlan
  checked: ImportCheck
  progress: Partial<ImportProgress>
  error: string
  started_at: string | null
  ended_at: string | null
  state: ImportAnswer['state']
}

/** An import of the company as it is; undefined where there is no such one. */
export async function readRun(pool: pg.Pool, companyId: string, importId: string): Promise<ImportAnswer | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      text: `select ${columns} from ${withName} where company_id = $1 and import_id = $2`,
      values: [companyId, importId],
    },
  ])
  const row: RunRow | undefined = rows[0]
  return row && { ...summaryOf(row), plan: row.plan, checked: row.checked }
}

/** The company's imports that were begun, newest first. */
export async function readRuns(pool: pg.Pool, companyId: string): Promise<ImportSummary[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      text: `select ${columns} from ${withName} where company_id = $1 and state <> 'draft' order by started_at desc limit 10`,
      values: [companyId],
    },
  ])
  return rows.map(summaryOf)
}

const summaryOf = (row: RunRow): ImportSummary => ({
  importId: row.import_id,
  fileName: row.file_name,
  state: row.state,
  username: row.username ?? '',
  progress: { ...noProgress, ...row.progress },
  ready: row.checked.ready,
  error: row.error,
  ...(row.started_at === null ? {} : { startedAt: row.started_at }),
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
})

/** The bytes of an import's file. */
export async function readFileOf(pool: pg.Pool, companyId: string, importId: string): Promise<Buffer | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      text: 'select file from import_run where company_id = $1 and import_id = $2',
      values: [companyId, importId],
    },
  ])
  return rows[0]?.file
}

/** Changes how a file is read that nobody began to import; false where somebody did. */
export const changePlan = (
  pool: pg.Pool,
  companyId: string,
  { importId, plan, checked }: { importId: string; plan: ImportPlan; checked: ImportCheck },
): Promise<boolean> =>
  inCompany(pool, companyId, async (client) => {
    const { rowCount } = await client.query(
      `update import_run set plan = $3, checked = $4 where company_id = $1 and import_id = $2 and state = 'draft'`,
      [companyId, importId, plan, checked],
    )
    return rowCount === 1
  })

/** Lets an import run in a person's name, from its beginning or from where it was stopped. Running already is as good. */
export const startRun = (
  pool: pg.Pool,
  { companyId, userId }: { companyId: string; userId: string },
  importId: string,
): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(
      `update import_run set state = 'running', user_id = $3, error = '', ended_at = null,
         started_at = coalesce(started_at, clock_timestamp())
       where company_id = $1 and import_id = $2 and state in ('draft', 'stopped', 'failed')`,
      [companyId, importId, userId],
    )
  })

/** Stops a running import; what is in stays. Who runs it hears of it with the next batch. */
export const stopRun = (pool: pg.Pool, companyId: string, importId: string): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(
      `update import_run set state = 'stopped', ended_at = clock_timestamp()
       where company_id = $1 and import_id = $2 and state = 'running'`,
      [companyId, importId],
    )
  })

/** The lines that were refused by the import itself, with why. */
export async function readRefusals(pool: pg.Pool, companyId: string, importId: string): Promise<Map<number, string>> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      text: 'select line, reason from import_refusal where company_id = $1 and import_id = $2 order by place',
      values: [companyId, importId],
    },
  ])
  return new Map(rows.map((row) => [Number(row.line), String(row.reason)]))
}
