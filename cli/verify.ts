import { Command } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import type pg from 'pg'
import { connect } from '#ledger/connect.ts'
import { type Fault, type Verification, verifyLedger } from '#ledger/verify.ts'
import { companyOf, withTables } from './database.ts'

export const verify = new Command('verify')
  .description('check that nothing in the ledger was changed: every digest, hash and number is computed again')
  .option('--company <email or id>', 'only this company, by the email of one of its people')
  .option('--json', 'print what was found as JSON')
  .action(async ({ company, json }) => {
    const found = await withTables((databaseUrl) => verifyIn(databaseUrl, company))
    console.log(
      json ? JSON.stringify({ companies: found }) : found.map(sentence).join('\n') || 'There is no company yet.',
    )
    if (found.some((one) => one.fault)) process.exitCode = 1
  })

async function verifyIn(databaseUrl: string, company?: string): Promise<Verification[]> {
  const companyId = company ? await companyOf(databaseUrl, company) : undefined
  // The role that reads all companies and may change nothing of the log.
  const pool = connect(databaseUrl, 'fettle_projector', { max: 2, queryTimeout: 60_000 })
  const bar = new SingleBar({ format: '{bar} {value} of {total} events', clearOnComplete: true })
  const checked = new Map<string, number>()
  try {
    bar.start(await countEvents(pool, companyId), 0)
    const onProgress = (one: { companyId: string; events: number }) => {
      checked.set(one.companyId, one.events)
      bar.update(checked.values().reduce((sum, events) => sum + events, 0))
    }
    return await verifyLedger(pool, { onProgress, ...(companyId ? { companyId } : {}) })
  } finally {
    bar.stop()
    await pool.end()
  }
}

async function countEvents(pool: pg.Pool, companyId?: string): Promise<number> {
  const { rows } = await pool.query<{ events: string }>(
    'select coalesce(sum(seq), 0) as events from company_head where company_id = coalesce($1, company_id)',
    [companyId],
  )
  return Number(rows[0]?.events)
}

const sentence = ({ companyId, events, head, fault }: Verification) =>
  fault
    ? `${companyId}: seq ${fault.seq} does not hold: ${meanings[fault.reason]}.`
    : `${companyId}: all ${events} events hold${head ? `, up to ${head.hash}` : ''}.`

const meanings: Record<Fault['reason'], string> = {
  missing: 'the event is missing',
  inserted: 'the event was put in',
  swapped: 'another event stands in its place',
  digest: 'its data is not what was written',
  hash: 'the event or its place is not what was written',
  version: 'it is not the next event of its stream',
  number: 'its job number is not the next one',
  truncated: 'the end of the ledger is missing',
  head: "the head of the company's ledger is missing or another",
}
