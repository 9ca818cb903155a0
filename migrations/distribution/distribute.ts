import pg from 'pg'
import type { Step } from './step.ts'
import { missingSteps } from './steps.ts'

/** The database cannot be distributed, and why; a sentence for the operator. */
export class CannotDistribute extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'CannotDistribute'
  }
}

/**
 * Spreads a migrated database over the workers of Citus: each company's rows of every table lie on one of them. Returns the steps that it
 * took, or with `dryRun` those that are left; none if there is nothing to do. A step is a transaction, and what is done stays, so it can
 * be run again after a failure or a migration. `databaseUrl` is the owner's address of the coordinator. Throws {@link CannotDistribute},
 * and PostgreSQL's error.
 */
export const distribute = (databaseUrl: string, { dryRun = false } = {}): Promise<string[]> =>
  withOwner(databaseUrl, async (client) => {
    await refuseUnsuitable(client)
    const done: string[] = []
    // A step may have to see what those before it have changed.
    for (let steps = await missingSteps(client); steps.length > 0; steps = await missingSteps(client)) {
      if (dryRun) return steps.map((one) => one.what)
      const [next] = steps
      if (!next) return done
      if (done.at(-1) === next.what) throw new Error(`Citus did not do this: ${next.what}`)
      await take(client, next)
      done.push(next.what)
    }
    return done
  })

/** Distributes what a migration has added to a database that is distributed; nothing on any other. */
export const distributeAdded = (databaseUrl: string): Promise<string[]> =>
  withOwner(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `select where current_setting('citus.propagate_set_commands', true) = 'local'`,
    )
    return rowCount === 1 ? distribute(databaseUrl) : []
  })

async function take(client: pg.Client, { run }: Step) {
  await client.query('begin')
  try {
    await run(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function refuseUnsuitable(client: pg.Client) {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 0)
    throw new CannotDistribute(
      'This database does not have the extension Citus, so its tables stay on one machine. docs/scaling.md says how to set up Citus.',
    )
  const { rows } = await client.query<{ is_worker: boolean; workers: number }>(
    `select exists (select from pg_dist_local_group where groupid <> 0) is_worker,
      (select count(*)::int from pg_dist_node where noderole = 'primary' and shouldhaveshards) workers`,
  )
  if (rows[0]?.is_worker)
    throw new CannotDistribute('This is the address of a worker. Use that of the coordinator, which knows all workers.')
  if (rows[0]?.workers === 0)
    throw new CannotDistribute(
      'Citus has no worker in this database yet. Add one with citus_add_node, as docs/scaling.md describes.',
    )
}

async function withOwner<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fettle migrate' })
  // A pending query reports a broken connection; without a listener the process would end.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
