import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connect } from '#ledger/connect.ts'
import { replay } from '#projector/replay.ts'
import { eventsPerJob, fillLedger } from './event-set.ts'
import { byTurns, type Row, row } from './measure.ts'

const companies = 50

/**
 * Replaying the events of 50 companies into job documents and job rows, switched to and the old rows removed, in one process:
 * against reading the same events with `COPY event TO STDOUT` and doing nothing with them. The database is migrated and empty.
 */
export async function benchReplay(databaseUrl: string, { rounds = 3, events = 1_000_000 } = {}): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  const pool = connect(databaseUrl, 'fettle_projector', { queryTimeout: 60_000 })
  const memory = watchMemory()
  await owner.connect()
  try {
    await fillLedger(owner, companies, events / companies / eventsPerJob)
    const { ours, copy } = await byTurns(
      {
        copy: () => perSecond(events, () => copyOut(owner)),
        ours: () => perSecond(events, () => replayAll(pool, events)),
      },
      rounds,
    )
    return [
      row('replay against COPY TO STDOUT', 'events/s', { ours, floor: copy, least: 0.3 }),
      row('replay against 80,000 events/s', 'events/s', { ours, floor: 80_000, least: 1 }),
      row('memory of a replay against 500 MB', 'MB', { ours: memory.peak(), floor: 500, most: 1 }),
    ]
  } finally {
    memory.stop()
    await Promise.all([owner.end(), pool.end()])
  }
}

async function perSecond(events: number, work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return (events * 1_000) / (performance.now() - start)
}

async function copyOut(owner: pg.Client) {
  let bytes = 0
  for await (const chunk of owner.query(copyTo('copy event to stdout'))) bytes += chunk.length
  if (bytes === 0) throw new Error('There are no events')
}

async function replayAll(pool: pg.Pool, events: number) {
  const { events: folded, failed, busy } = await replay(pool, { projection: ['job', 'job-rows'] })
  if (folded.done !== events || failed.length > 0 || busy.length > 0) throw new Error('The replay was not complete')
}

function watchMemory() {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage().rss / 1e6)
  }
  const looking = setInterval(look, 20)
  return { peak: () => peak, stop: () => clearInterval(looking) }
}
