import pg from 'pg'

export type Relay = { send(): Promise<number>; close(): Promise<void> }

/** The floor of a push: one connection notifies a second, which notifies a third. */
export async function openRelay(databaseUrl: string): Promise<Relay> {
  const [first, second, third] = [1, 2, 3].map(() => new pg.Client({ connectionString: databaseUrl, pipeline: true }))
  if (!first || !second || !third) throw new Error('Three connections are needed')
  const pending = new Map<string, () => void>()
  for (const one of [first, second, third]) await one.connect()
  second.on('notification', ({ payload }) => void second.query('select pg_notify($1, $2)', ['hop_two', payload]))
  third.on('notification', ({ payload = '' }) => pending.get(payload)?.())
  await second.query('listen hop_one')
  await third.query('listen hop_two')
  let sent = 0
  return {
    async send() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const id = String(++sent)
      pending.set(id, resolve)
      const started = performance.now()
      await first.query('select pg_notify($1, $2)', ['hop_one', id])
      await promise
      pending.delete(id)
      return performance.now() - started
    },
    close: async () => void (await Promise.all([first, second, third].map((one) => one.end()))),
  }
}
