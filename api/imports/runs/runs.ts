import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import { nameIn, type People, peopleOf, peopleQueries } from '#api/reads/people.ts'
import type { ImportAnswer, ImportCheck, ImportPlan, ImportProgress, ImportSummary } from '#core/wire/imports.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, type RowOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { namespaceIn } from './namespaces.ts'

type ImportId = { companyId: string; importId: string }

const noProgress: ImportProgress = { rows: 0, imported: 0, completed: 0, refused: 0 }

/** The most files per company that are checked but not imported. */
const mostDrafts = 10

/** Drafts are deleted after a day or after ten newer ones, other imports after thirty days. */
const deleteOld = statement('import-forget-old', (p: Parameters<{ companyId: string }>) =>
  db
    .deleteFrom('import_run')
    .where('company_id', '=', p.companyId)
    .where('state', '<>', 'running')
    .where((run) =>
      run.or([
        run('created_at', '<', sql<string>`now() - interval '30 days'`),
        run.and([run('state', '=', 'draft'), run('created_at', '<', sql<string>`now() - interval '1 day'`)]),
        run(
          'import_id',
          'in',
          db
            .selectFrom('import_run')
            .select('import_id')
            .where('company_id', '=', p.companyId)
            .where('state', '=', 'draft')
            .orderBy('created_at', 'desc')
            .orderBy('import_id', 'desc')
            .offset(mostDrafts - 1),
        ),
      ]),
    ),
)

type NewRun = {
  importId: string
  userId: string
  fileName: string
  file: Uint8Array
  plan: ImportPlan
  checked: ImportCheck
}
type NewRow = { importId: string; userId: string; fileName: string; file: Buffer; plan: string; checked: string }

const insertRun = statement('import-add', (p: Parameters<NewRow & { companyId: string; namespace: string }>) =>
  db.insertInto('import_run').values({
    company_id: p.companyId,
    import_id: p.importId,
    user_id: p.userId,
    file_name: p.fileName,
    file: p.file,
    plan: p.plan,
    checked: p.checked,
    namespace: p.namespace,
  }),
)

/** Stores a file and the plan for reading it. */
export const addRun = (pool: pg.Pool, companyId: string, run: NewRun): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(deleteOld({ companyId }))
    const namespace = await namespaceIn(client, companyId)
    const stored = { file: Buffer.from(run.file), plan: JSON.stringify(run.plan), checked: JSON.stringify(run.checked) }
    await client.query(insertRun({ ...run, ...stored, companyId, namespace }))
  })

const runs = (companyId: Expression<string>) =>
  db
    .selectFrom('import_run')
    .select((run) => [
      'import_id',
      'file_name',
      'user_id',
      'plan',
      'checked',
      'progress',
      'error',
      'started_at',
      'ended_at',
      // Its process notices the stop with the next batch.
      run
        .case()
        .when(run.and([run('state', '=', 'stopped'), run('lease_until', '>', sql<string>`now()`)]))
        .then(sql.lit<'stopping'>('stopping'))
        .else(run.ref('state'))
        .end()
        .as('state'),
    ])
    .where('import_run.company_id', '=', companyId)

const readOne = statement('import-read', (p: Parameters<ImportId>) =>
  runs(p.companyId).where('import_id', '=', p.importId),
)
const readStarted = statement('imports-started', (p: Parameters<{ companyId: string }>) =>
  runs(p.companyId).where('state', '<>', 'draft').orderBy('started_at', 'desc').limit(10),
)
type RunRow = RowOf<ReturnType<typeof readOne>>

/** One import of the company; undefined if there is none with that id. */
export async function readRun(pool: pg.Pool, companyId: string, importId: string): Promise<ImportAnswer | undefined> {
  const [{ rows }, known, details] = await readInCompany(pool, companyId, [
    readOne({ companyId, importId }),
    ...peopleQueries(companyId),
  ])
  const row = rows[0]
  return row && { ...summaryOf(row, peopleOf([...known.rows, ...details.rows])), plan: row.plan, checked: row.checked }
}

/** The company's imports that were started, newest first. */
export async function readRuns(pool: pg.Pool, companyId: string): Promise<ImportSummary[]> {
  const [{ rows }, known, details] = await readInCompany(pool, companyId, [
    readStarted({ companyId }),
    ...peopleQueries(companyId),
  ])
  const people = peopleOf([...known.rows, ...details.rows])
  return rows.map((row) => summaryOf(row, people))
}

const summaryOf = (row: RunRow, people: People): ImportSummary => ({
  importId: row.import_id,
  fileName: row.file_name,
  state: row.state,
  username: nameIn(people, row.user_id),
  progress: { ...noProgress, ...row.progress },
  ready: row.checked.ready,
  error: row.error,
  ...(row.started_at === null ? {} : { startedAt: row.started_at }),
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
})

const readBytes = statement('import-file', (p: Parameters<ImportId>) =>
  db.selectFrom('import_run').select('file').where('company_id', '=', p.companyId).where('import_id', '=', p.importId),
)

/** The bytes of an import's file. */
export async function readFileOf(pool: pg.Pool, companyId: string, importId: string): Promise<Buffer | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [readBytes({ companyId, importId })])
  return rows[0]?.file
}

const updateDraft = statement('import-change', (p: Parameters<ImportId & { plan: string; checked: string }>) =>
  db
    .updateTable('import_run')
    .set({ plan: p.plan, checked: p.checked })
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('state', '=', 'draft'),
)

/** Changes how a draft's file is read; false if its import has started. */
export const changePlan = (
  pool: pg.Pool,
  companyId: string,
  { importId, plan, checked }: { importId: string; plan: ImportPlan; checked: ImportCheck },
): Promise<boolean> =>
  inCompany(pool, companyId, async (client) => {
    const changed = { plan: JSON.stringify(plan), checked: JSON.stringify(checked) }
    const { rowCount } = await client.query(updateDraft({ companyId, importId, ...changed }))
    return rowCount === 1
  })

const updateStarted = statement('import-start', (p: Parameters<ImportId & { userId: string }>) =>
  db
    .updateTable('import_run')
    .set((run) => ({
      state: 'running',
      user_id: p.userId,
      error: '',
      ended_at: null,
      // The earlier of the two, where there are two: Citus wants no such function inside a COALESCE.
      started_at: run.fn<string>('least', ['started_at', sql<string>`statement_timestamp()`]),
    }))
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('state', 'in', ['draft', 'stopped', 'failed']),
)

/** Starts an import in a person's name, or resumes it where it stopped. No change if it is running already. */
export const startRun = (
  pool: pg.Pool,
  { companyId, userId }: { companyId: string; userId: string },
  importId: string,
): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(updateStarted({ companyId, importId, userId }))
  })

const updateStopped = statement('import-stop', (p: Parameters<ImportId>) =>
  db
    .updateTable('import_run')
    .set({ state: 'stopped', ended_at: sql<string>`statement_timestamp()` })
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('state', '=', 'running'),
)

/** Stops a running import; imported jobs stay. Its process notices with the next batch. */
export const stopRun = (pool: pg.Pool, companyId: string, importId: string): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(updateStopped({ companyId, importId }))
  })

const readRefused = statement('import-refusals', (p: Parameters<ImportId>) =>
  db
    .selectFrom('import_refusal')
    .select(['line', 'reason'])
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .orderBy('place'),
)

/** The lines that the import refused, each with the reason. */
export async function readRefusals(pool: pg.Pool, companyId: string, importId: string): Promise<Map<number, string>> {
  const [{ rows }] = await readInCompany(pool, companyId, [readRefused({ companyId, importId })])
  return new Map(rows.map((row) => [row.line, row.reason]))
}
