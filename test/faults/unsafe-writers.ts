import { v7 as uuid } from 'uuid'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'
import type { OwnPostgres } from '#test/database/own-postgres.ts'
import { sampleAppend } from '#test/histories/sample-appends.ts'
import type { Acknowledged } from './acknowledged-commands.ts'

/**
 * The negative control of a test with kills: writers who append past the product's guard, with commits that do not wait for the
 * disk, until PostgreSQL is killed under them. Some of what they call acknowledged must be lost.
 */
export async function writeUnsafely(postgres: OwnPostgres, writers: number) {
  const pool = connect(postgres.url, 'fettle_api', { max: writers })
  const companyId = uuid()
  const acknowledged: Acknowledged[] = []
  const writer = async () => {
    for (;;) {
      const one = sampleAppend({ companyId })
      const appended = await inCompany(pool, companyId, async (client) => {
        await client.query('set local synchronous_commit = off')
        return append(client, one)
      })
      if (appended.outcome !== 'appended') throw new Error('Nobody else writes to this company')
      acknowledged.push({ commandId: one.commandId, type: 'AddNote', seq: appended.seq })
    }
  }
  const ended = Promise.allSettled(Array.from({ length: writers }, writer))
  while (acknowledged.length < 200) await new Promise(setImmediate)
  await postgres.kill()
  await ended
  await pool.end()
  await postgres.start()
  return { companyId, acknowledged }
}
