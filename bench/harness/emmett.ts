import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'

type Event = { type: string; data: object }
type Store = {
  schema: { migrate(): Promise<unknown> }
  appendToStream(name: string, events: Event[], options: object): Promise<unknown>
  close(): Promise<void>
}
/** The part of Emmett that is used here. `npm ci --prefix bench/peers` installs it, separately from the product. */
type EmmettPostgresql = {
  getPostgreSQLEventStore(url: string, options: { connectionOptions: { pool: pg.Pool } }): Store
}
type Fold<State> = { evolve(state: State, event: Event): State; initialState(): State }
type Emmett = {
  CommandHandler<State>(
    fold: Fold<State>,
  ): (store: Store, name: string, decide: (state: State) => Event) => Promise<unknown>
}

/** Emmett's event store on a database, in tables of its own. */
export async function openEmmett(databaseUrl: string, connections: number) {
  const peers = createRequire(new URL('../peers/package.json', import.meta.url))
  const moduleOf = (name: string) => import(pathToFileURL(peers.resolve(name)).href)
  const { getPostgreSQLEventStore }: EmmettPostgresql = await moduleOf('@event-driven-io/emmett-postgresql')
  const { CommandHandler }: Emmett = await moduleOf('@event-driven-io/emmett')
  const { Pool }: typeof pg = peers('pg')
  const pool = new Pool({ connectionString: databaseUrl, max: connections })
  // Its idle connections outlive its close, and report an error when the server stops.
  pool.on('error', () => undefined)
  const store = getPostgreSQLEventStore(databaseUrl, { connectionOptions: { pool } })
  await store.schema.migrate()
  return {
    append: (name: string, event: Event) =>
      store.appendToStream(name, [event], { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' }),
    commandHandler<State>(fold: Fold<State>) {
      const handle = CommandHandler<State>(fold)
      return (name: string, decide: (state: State) => Event) => handle(store, name, decide)
    },
    async close() {
      await store.close()
      await pool.end()
    },
  }
}
