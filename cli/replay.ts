import { Command } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import { connect } from '#ledger/connect.ts'
import { type Replayed, replay as replayProjections } from '#projector/replay.ts'
import { companyOf, withTables } from './database.ts'

export const replay = new Command('replay')
  .description('build a projection again from the first event; readers are not interrupted')
  .argument('[projection]', 'the name of the projection')
  .option('--all', 'all projections, in one pass over the events')
  .option('--company <email or id>', 'only this company, by the email of one of its people')
  .option('--json', 'print what was done as JSON')
  .action(async (projection, { all, company, json }) => {
    if ((projection === undefined) === !all) throw new Error('Name one projection, or give --all.')
    const done = await withTables((databaseUrl) => replayIn(databaseUrl, projection, company))
    console.log(json ? JSON.stringify(done) : sentences(done).join('\n'))
    if (done.busy.length > 0 || done.failed.length > 0) process.exitCode = 1
  })

async function replayIn(databaseUrl: string, projection?: string, company?: string): Promise<Replayed> {
  const companyId = company ? await companyOf(databaseUrl, company) : undefined
  const pool = connect(databaseUrl, 'fettle_projector', { queryTimeout: 60_000 })
  const bar = new SingleBar({ format: '{bar} {value} of {total} events, {left} s left', clearOnComplete: true })
  bar.start(0, 0, { left: '?' })
  try {
    return await replayProjections(pool, {
      ...(projection ? { projection } : {}),
      ...(companyId ? { companyId } : {}),
      onProgress({ events, secondsLeft }) {
        bar.setTotal(events.total)
        bar.update(events.done, { left: Math.ceil(secondsLeft) })
      },
    })
  } finally {
    bar.stop()
    await pool.end()
  }
}

const sentences = ({ events, companies, seconds, rate, busy, failed }: Replayed) => [
  `${companies.done} companies, ${events.done} events in ${seconds.toFixed(1)} s (${Math.round(rate)} a second).`,
  ...busy.map((companyId) => `${companyId}: another process is replaying it at the moment.`),
  ...failed.map(
    (one) => `${one.companyId}: ${one.projection} keeps its rows, for event ${one.seq} failed: ${one.error}`,
  ),
]
