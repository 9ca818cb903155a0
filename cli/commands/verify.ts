import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import type pg from 'pg'
import { openImageFiles } from '#api/image-store/image-files.ts'
import { readHeadKeyId } from '#api/keys/head-key.ts'
import { findCompany } from '#cli/database/find-company.ts'
import { withMigratedDatabase } from '#cli/database/open-database.ts'
import { counted } from '#cli/process/counted.ts'
import { type CheckedFiles, checkFiles, describeFiles } from '#cli/proof/check-files.ts'
import { describeLog } from '#cli/proof/describe-log.ts'
import { compareSavedHeads, describeResult, headsOf, readSavedHeads, type SavedHead } from '#cli/proof/saved-heads.ts'
import { readSettings } from '#cli/settings/settings.ts'
import { connect } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { type LogVerification, verifyInstallationLog } from '#ledger/proof/installation-log.ts'
import { readSignedHeads } from '#ledger/proof/signed-heads.ts'
import { type Fault, type Verification, verifyLedger } from '#ledger/proof/verify.ts'

export const verify = new Command('verify')
  .description('check that the ledger has not been altered, by recomputing every digest, hash and number')
  .option('--company <email or id>', "only this company, given by its id or a member's email")
  .option('--against <files...>', 'saved signed heads, or folders of them; the ledgers must still contain them')
  .option('--key <ids...>', "the ids of the keys to trust, instead of this installation's own")
  .option('--files', 'check the photos and attached files as well, by their digests')
  .option('--json', 'print the result as JSON')
  .action(async ({ company, against: paths, key, files: withFiles, json }) => {
    const saved = paths ? await readSavedHeads(paths) : undefined
    const own = key ? undefined : await readHeadKeyId(readSettings().dataFolder)
    const trusted = key ?? (own ? [own] : undefined)
    if (saved && !trusted) throw new Error(noTrustedKey)
    const { found, log, files } = await withMigratedDatabase((databaseUrl) =>
      verifyIn(databaseUrl, { company, saved, trusted, withFiles }),
    )
    const against = saved && compareSavedHeads(saved, found, trusted ?? [])
    const lines = [
      ...found.map(describeLedger),
      ...describeLog(log, trusted),
      ...(files ? describeFiles(files) : []),
      ...(against?.map(describeResult) ?? (found.length > 0 ? [nothingOutside] : [])),
    ]
    console.log(
      json
        ? JSON.stringify({ companies: found, log, ...(files ? { files } : {}), ...(against ? { against } : {}) })
        : lines.join('\n') || 'There are no companies yet.',
    )
    const areFilesIntact = !files || files.faults.length === 0
    const isIntact =
      found.every(isSound) && !log.fault && areFilesIntact && (against ?? []).every((one) => one.state === 'holds')
    if (!isIntact || saved?.length === 0) process.exitCode = 1
  })

/** The log of signed heads shows what is missing, unless somebody has signed it again or deleted all of it. */
const nothingOutside =
  'Nothing outside this database was compared. Someone who can rewrite the whole ledger can also rewrite its heads with a stolen key, or leave none in it: use --against with heads that are kept elsewhere.'

/** Anyone can sign a head with a key of their own. */
const noTrustedKey = 'The data folder has no key to check these heads with. Use --key to name the key that signed them.'

const isSound = ({ fault, known = [] }: Verification) => !fault && known.every((one) => one === 'holds')

type Asked = {
  company: string | undefined
  saved: SavedHead[] | undefined
  trusted: readonly string[] | undefined
  withFiles: true | undefined
}

/** Compares each ledger with the saved heads, and then with the signed heads in the database, whose log is checked. */
async function verifyIn(
  databaseUrl: string,
  { company, saved, trusted, withFiles }: Asked,
): Promise<{ found: Verification[]; log: LogVerification; files: CheckedFiles | undefined }> {
  // This role reads all companies and cannot change the log.
  const pool = connect(databaseUrl, 'fettle_projector', { max: 2, queryTimeout: 60_000 })
  const bar = new SingleBar({ format: '{bar} {value} of {total} events', clearOnComplete: true })
  const checked = new Map<string, number>()
  try {
    const companyIds = saved && [...new Set(saved.flatMap(({ head }) => (head ? [head.companyId] : [])))]
    const only = company ? [await findCompany(databaseUrl, company)] : (companyIds ?? [undefined])
    bar.start(await countEvents(pool, only[0]), 0)
    const onProgress = (one: { companyId: string; events: number }) => {
      checked.set(one.companyId, one.events)
      bar.update(checked.values().reduce((sum, events) => sum + events, 0))
    }
    const knownHeads = async (companyId: string) => [
      ...headsOf(saved ?? [], companyId),
      ...(await readSignedHeads(pool, companyId)).map((one) => one.head),
    ]
    const log = await verifyInstallationLog(pool, trusted)
    const found: Verification[] = []
    for (const companyId of only)
      found.push(...(await verifyLedger(pool, { onProgress, knownHeads, ...(companyId ? { companyId } : {}) })))
    const companies = found.map(({ companyId }) => companyId)
    const files = withFiles && (await checkFiles(pool, await ownFiles(), companies))
    return { found, log, files }
  } finally {
    bar.stop()
    await pool.end()
  }
}

/** The files in the data folder, or in the bucket of the settings. */
function ownFiles() {
  const { dataFolder, imagesS3 } = readSettings()
  return openImageFiles(join(dataFolder, 'images'), imagesS3)
}

const eventCount = statement('count-events', (p: Parameters<{ companyId: string | null }>) =>
  db
    .selectFrom('company_head')
    .select((e) => e.cast<number>(e.fn.coalesce(e.fn.sum('seq'), e.lit(0)), 'bigint').as('events'))
    .where((e) => e('company_id', '=', e.fn.coalesce(p.companyId, 'company_id'))),
)

async function countEvents(pool: pg.Pool, companyId?: string): Promise<number> {
  const [count] = await rowsOf(pool, eventCount({ companyId: companyId ?? null }))
  return count?.events ?? 0
}

function describeLedger({ companyId, events, head, fault, known = [] }: Verification): string {
  if (fault) {
    const other = fault.with ? `, which is at seq ${fault.with}` : ''
    return `${companyId}: seq ${fault.seq} is not as recorded: ${meanings[fault.reason]}${other}.`
  }
  const all = events === 1 ? 'the 1 event is' : `all ${events} events are`
  const lost = known.filter((one) => one !== 'holds').length
  if (lost > 0)
    return `${companyId}: ${all} consistent, but ${events === 1 ? 'contradicts' : 'contradict'} ${counted(lost, 'signed head')}.`
  return `${companyId}: ${all} intact${head ? `, up to ${head.hash}` : ''}.`
}

const meanings: Record<Fault['reason'], string> = {
  missing: 'the event is missing',
  inserted: 'the event was inserted',
  swapped: 'another event has taken the place of the original',
  digest: 'its data was altered',
  erasure: 'texts of it are gone without a recorded erasure, or are still there after one',
  shape: 'its data is not that of an event of its type, so Fettle did not record it',
  hash: 'the event or its position was altered',
  version: 'it is not the next event of its stream',
  number: 'its job number is not the next one',
  truncated: 'the end of the ledger is missing',
  head: "the head of the company's ledger is missing or was altered",
}
