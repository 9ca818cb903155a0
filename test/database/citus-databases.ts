import pg from 'pg'
import { distribute } from '#migrations/distribution/distribute.ts'
import { migrate } from '#migrations/migrate.ts'
import { connected, on } from './connected.ts'

/** A superuser's addresses of the servers of a Citus cluster, the coordinator's first. */
export type CitusServers = readonly [coordinator: string, ...workers: string[]]

/**
 * Creates a distributed database as a copy of the template on each server. The copies are a cluster of their own, as Citus knows its
 * servers by address and takes the database from the session.
 */
export async function createDistributed(servers: CitusServers, name: string, template: string): Promise<void> {
  await Promise.all(servers.map((one) => run(one, `create database ${name} template ${template}`)))
  // A copy lacks the settings of its original.
  await distribute(on(servers[0], name))
}

export const dropDistributed = async (servers: CitusServers, name: string): Promise<void> => {
  await Promise.all(servers.map((one) => run(one, `drop database if exists ${name} with (force)`)))
}

/** Makes a migrated and distributed template of this name, if there is none yet. */
export async function makeDistributedTemplate(servers: CitusServers, name: string): Promise<void> {
  const [coordinator, ...workers] = servers
  const finished = await connected(coordinator, (client) =>
    client.query('select from pg_database where datname = $1 and not datallowconn', [name]),
  )
  if (finished.rowCount) return
  await dropDistributed(servers, name)
  for (const one of servers) {
    await run(one, `create database ${name} template template0`)
    await run(on(one, name), 'create extension citus')
  }
  const { hostname, port } = new URL(coordinator)
  await run(on(coordinator, name), `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const one of workers.map((worker) => new URL(worker)))
    await run(on(coordinator, name), `select citus_add_node('${one.hostname}', ${one.port})`)
  await migrate(on(coordinator, name))
  await distribute(on(coordinator, name))
  // Only a database without sessions can be copied, and Citus keeps one wherever it may connect.
  for (const one of [...workers, coordinator]) {
    await run(one, `alter database ${name} allow_connections false`)
    await run(one, `select pg_terminate_backend(pid) from pg_stat_activity where datname = ${pg.escapeLiteral(name)}`)
  }
}

const run = (url: string, text: string) => connected(url, (client) => client.query(text))
