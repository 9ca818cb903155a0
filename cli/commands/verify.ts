import { Command } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import type pg from 'pg'
import { readHeadKeyId } from '#api/keys/head-key.ts'
import { companyOf, withTables } from '#cli/database/open-database.ts'
import { readSettings } from '#cli/settings/settings.ts'
import { connect } from '#ledger/database/connect.ts'
import { readSignedHeads } from '#ledger/proof/signed-heads.ts'
import { type Fault, type Verification, verifyLedger } from '#ledger/proof/verify.ts'
import { headsOf, type KeptFile, readKept, resultsOf, sentenceOf } from './saved-heads.ts'

export const verify = new Command('verify')
  .description('check that nothing in the ledger was changed: every digest, hash and number is computed again')
  .option('--company <email or id>', 'only this company, by the email of one of its people')
  .option(
    '--against <files...>',
    'signed heads that were kept, or folders of them: the ledgers must still contain them',
  )
  .option('--key <ids...>', 'the keys that may have signed them; else that of this installation')
  .option('--json', 'print what was found as JSON')
  .action(async ({ company, against: paths, key, json }) => {
    const kept = paths ? await readKept(paths) : undefined
    const own = kept && !key ? await readHeadKeyId(readSettings().dataFolder) : undefined
    if (kept && !key && !own) throw new Error(whoseKey)
    const found = await withTables((databaseUrl) => verifyIn(databaseUrl, { company, kept }))
    const against = kept && resultsOf(kept, found, key ?? [own ?? ''])
    const lines = [...found.map(sentence), ...(against ?? []).map(sentenceOf)]
    console.log(
      json
        ? JSON.stringify({ companies: found, ...(against ? { against } : {}) })
        : lines.join('\n') || 'There is no company yet.',
    )
    const holds = found.every(isSound) && (against ?? []).every((one) => one.state === 'holds')
    if (!holds || kept?.length === 0) process.exitCode = 1
  })

/** Anybody can sign a head with a key of their own. */
const whoseKey = 'Who signed these heads? There is no key in the data folder to hold them against: name it with --key.'

const isSound = ({ fault, known = [] }: Verification) => !fault && known.every((one) => one === 'holds')

/** Each ledger is held against the heads of `kept`; where there are none, against those that its own tables keep. */
async function verifyIn(
  databaseUrl: string,
  { company, kept }: { company: string | undefined; kept: KeptFile[] | undefined },
): Promise<Verification[]> {
  // The role that reads all companies and may change nothing of the log.
  const pool = connect(databaseUrl, 'fettle_projector', { max: 2, queryTimeout: 60_000 })
  const bar = new SingleBar({ format: '{bar} {value} of {total} events', clearOnComplete: true })
  const checked = new Map<string, number>()
  try {
    const named = kept && [...new Set(kept.flatMap(({ head }) => (head ? [head.companyId] : [])))]
    const only = company ? [await companyOf(databaseUrl, company)] : (named ?? [undefined])
    bar.start(await countEvents(pool, only[0]), 0)
    const onProgress = (one: { companyId: string; events: number }) => {
      checked.set(one.companyId, one.events)
      bar.update(checked.values().reduce((sum, events) => sum + events, 0))
    }
    const knownHeads = async (companyId: string) =>
      kept ? headsOf(kept, companyId) : (await readSignedHeads(pool, companyId)).map((one) => one.head)
    const found: Verification[] = []
    for (const companyId of only)
      found.push(...(await verifyLedger(pool, { onProgress, knownHeads, ...(companyId ? { companyId } : {}) })))
    return found
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

function sentence({ companyId, events, head, fault, known = [] }: Verification): string {
  if (fault) {
    const other = fault.with ? `, which is at seq ${fault.with}` : ''
    return `${companyId}: seq ${fault.seq} does not hold: ${meanings[fault.reason]}${other}.`
  }
  const lost = known.filter((one) => one !== 'holds').length
  if (lost > 0) return `${companyId}: all ${events} events hold together, but not with ${lost} heads that were signed.`
  return `${companyId}: all ${events} events hold${head ? `, up to ${head.hash}` : ''}.`
}

const meanings: Record<Fault['reason'], string> = {
  missing: 'the event is missing',
  inserted: 'the event was put in',
  swapped: 'another event stands in the place of the one that belongs there',
  digest: 'its data is not what was written',
  hash: 'the event or its place is not what was written',
  version: 'it is not the next event of its stream',
  number: 'its job number is not the next one',
  truncated: 'the end of the ledger is missing',
  head: "the head of the company's ledger is missing or another",
}
