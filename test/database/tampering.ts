import pg from 'pg'
import { inject } from 'vitest'
import { columnTypes } from '#ledger/database/column-types.ts'
import { connected, on } from './connected.ts'
import { unguarded } from './unguarded.ts'

/** A superuser's hand in a test's database, behind the back of Fettle: no trigger fires for it. */
export type Tampering = {
  /** Runs a statement, or several without values, each ended by a semicolon. Returns the result of the last. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>
  end(): Promise<void>
}

/**
 * The one way in which tests damage or prepare rows. On Citus an UPDATE or DELETE of companies' rows runs on the shards themselves: the
 * coordinator refuses to move a row by its key, and functions that are not immutable. Empty a table with DELETE: TRUNCATE reaches the
 * shards by a trigger, and none fires here.
 */
export function tamperWith(url: string): Tampering {
  const session = openSession(url)
  const shards = inject('workers').length > 0 ? openShards(url) : undefined

  async function run<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
    const [, table = ''] = /^\s*(?:update|delete\s+from)\s+(\w+)/i.exec(text) ?? []
    const groups = (await shards) ?? []
    if (groups.some((one) => one.names.has(table))) return onEach<Row>(groups, text, values)
    const { rows, rowCount } = await (await session).query<Row>(text, values && [...values])
    return { rows, rowCount: rowCount ?? 0 }
  }

  return {
    async query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
      const statements = values ? [text] : text.split(/;(?=\s)/).filter((one) => one.trim() !== '')
      let result: { rows: Row[]; rowCount: number } = { rows: [], rowCount: 0 }
      for (const one of statements) result = await run<Row>(one, values)
      return result
    },
    async end() {
      const groups = (await shards) ?? []
      await Promise.all([await session, ...groups.map((one) => one.client)].map((client) => client.end()))
    },
  }
}

/** A session that fires no triggers, and reads columns as the product does. */
async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: unguarded(url), types: columnTypes })
  // A pending query reports a broken connection; without a listener the process would end.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set timezone = 'UTC'`)
  return client
}

/** The shards of a part of the companies, on their worker. `names` has the name of each table's shard. */
type Shards = { client: pg.Client; names: ReadonlyMap<string, string>; viewed: Set<string> }

async function openShards(url: string): Promise<Shards[]> {
  const found = await connected(unguarded(url), (client) =>
    client.query<{ port: number; names: [string, string][] }>(placed),
  )
  const database = new URL(url).pathname.slice(1)
  return Promise.all(
    found.rows.map(async ({ port, names }) => {
      const worker = inject('workers').find((one) => new URL(one).port === String(port)) ?? ''
      const client = await openSession(on(worker, database))
      // Views are otherwise for the coordinator to make, even those of a session.
      await client.query('set citus.enable_ddl_propagation = off')
      return { client, names: new Map(names), viewed: new Set<string>() }
    }),
  )
}

/** Each part of the companies: the port of its worker, and its shards of all tables. */
const placed = `
  select node.nodeport port, jsonb_agg(jsonb_build_array(table_of.relname, table_of.relname || '_' || shard.shardid)) names
  from pg_dist_partition part
  join pg_class table_of on table_of.oid = part.logicalrelid
  join pg_dist_shard shard on shard.logicalrelid = part.logicalrelid
  join pg_dist_placement placement on placement.shardid = shard.shardid
  join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
  where part.partmethod = 'h'
  group by node.nodeport, shard.shardminvalue`

/** Runs a statement on every part of the companies. In each session a view of the table's name stands for its shard. */
async function onEach<Row extends pg.QueryResultRow>(
  groups: readonly Shards[],
  text: string,
  values?: readonly unknown[],
) {
  const results = await Promise.all(
    groups.map(async ({ client, names, viewed }) => {
      for (const word of new Set(text.match(/\w+/g))) {
        const name = names.get(word)
        if (!name || viewed.has(word)) continue
        await client.query(`create temp view ${word} as select * from public.${name}`)
        viewed.add(word)
      }
      return client.query<Row>(text, values && [...values])
    }),
  )
  return {
    rows: results.flatMap((one) => one.rows),
    rowCount: results.reduce((sum, one) => sum + (one.rowCount ?? 0), 0),
  }
}
