import type { TestProject } from 'vitest/node'
import { connected } from './connected.ts'
import { startRun } from './postgres.ts'
import { unguardedRole } from './unguarded.ts'

/**
 * Provides the cluster of FETTLE_CITUS_SUPERUSER_URL as the tests' PostgreSQL: each of their databases is distributed over its workers.
 * Without one nothing is tested, which is a failure and not a skip.
 */
export default async function citusSuite(project: TestProject) {
  const { FETTLE_CITUS_SUPERUSER_URL: url } = process.env
  if (!url)
    throw new Error(
      "NOT RUN: the tests on PostgreSQL did not run on Citus. Set FETTLE_CITUS_SUPERUSER_URL to a superuser's address of a database with Citus and workers; the tests create databases beside it on all of its servers.",
    )
  const workers = await workersOf(url)
  for (const one of [url, ...workers]) await createUnguarded(one)
  const run = await startRun({ url, workers })
  project.provide('databaseUrl', run.url)
  project.provide('workers', workers)
  project.provide('databasePrefix', run.prefix)
  project.provide('databasesAreTemporary', false)
  project.provide('temporaryFolder', run.folder)
  return run.close
}

const workersOf = (url: string): Promise<string[]> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ name: string; port: number }>(
      `select nodename "name", nodeport port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by groupid`,
    )
    return rows.map(({ name, port }) => {
      const worker = new URL(url)
      worker.hostname = name
      worker.port = String(port)
      return worker.href
    })
  })

/** Creates the role on this server alone, as each has it from here. */
const createUnguarded = (url: string) =>
  connected(url, async (client) => {
    await client.query('set citus.enable_ddl_propagation = off')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [unguardedRole])
    if (rowCount === 0) await client.query(`create role ${unguardedRole} superuser login`)
    const password = client.escapeLiteral(decodeURIComponent(new URL(url).password))
    await client.query(`alter role ${unguardedRole} password ${password}`)
    await client.query(`alter role ${unguardedRole} set session_replication_role = 'replica'`)
  })
