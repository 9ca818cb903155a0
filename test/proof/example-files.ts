import { sealFile } from '#api/evidence/sealed-file.ts'
import type { ChainedEventRow } from '#api/proof/chained-events.ts'
import type { SealedFile } from '#core/evidence/sealed-evidence.ts'
import { forTeam } from '#core/ledger/ledger.ts'
import type { SignedHead } from '#core/wire/proof.ts'
import { storedEvent } from '#ledger/log/read.ts'
import { headDigest, signHead } from '#ledger/proof/signed-head.ts'
import { companyId, jobId, priya, tom } from '#test/core/given-when-then.ts'
import { exampleKey, exampleRows, exampleSeqs } from './example-ledger.ts'

const signedAt = '2026-11-19T09:00:00.000Z'

/** The signed heads of the example: one from before there was a log of them, and the log's first two. */
export function exampleHeads(): SignedHead[] {
  const rows = exampleRows()
  const sign = (seq: number, log?: SignedHead['head']['log']) => {
    const hash = rows[seq - 1]?.hash.toString('hex') ?? ''
    return signHead(exampleKey(), { companyId, epoch: 1, seq, hash, signedAt, ...(log ? { log } : {}) })
  }
  const first = sign(exampleSeqs.erasure, { place: 1, previous: '0'.repeat(64), companies: 1 })
  const second = sign(exampleSeqs.system, { place: 2, previous: headDigest(first.head), companies: 1 })
  return [sign(exampleSeqs.note), first, second]
}

/** The end of the example's log of signed heads. */
export function exampleEnd() {
  const last = exampleHeads().at(-1)?.head
  return { place: last?.log?.place, digest: last && headDigest(last) }
}

/** The example as the lines that `fettle proof` writes for it. */
export function exampleLines(): object[] {
  const rows = exampleRows()
  const heads = exampleHeads()
  const last = rows.at(-1)
  const head = { epoch: 1, seq: rows.length, hash: last?.hash.toString('hex'), lastNumber: 1 }
  return [
    { line: 'ledger', form: 1 },
    { line: 'installation', end: exampleEnd() },
    { line: 'company', companyId, head },
    ...heads.map((signed) => ({ line: 'signed-head', signed })),
    ...rows.map(eventLine),
    { line: 'end', companies: 1, events: rows.length, signedHeads: heads.length },
  ]
}

const eventLine = (row: ChainedEventRow) => ({
  line: 'event',
  companyId: row.company_id,
  seq: row.seq,
  stream: row.stream,
  streamId: row.stream_id,
  version: row.version,
  type: row.type,
  schema: row.schema,
  number: row.number,
  data: row.data,
  actorId: row.actor_id,
  actorRole: row.actor_role,
  happenedAt: row.happened_at,
  recordedAt: row.recorded_at,
  clock: row.clock,
  commandId: row.command_id,
  ordinal: row.ordinal,
  salt: row.salt.toString('hex'),
  digest: row.digest.toString('hex'),
  hash: row.hash.toString('hex'),
})

/** The team's copy of the example's job: its price is left out, and the person who created it is withheld. */
export function exampleEvidence(): SealedFile {
  const rows = exampleRows().filter((row) => row.stream === 'job')
  const heads = exampleHeads()
  const { epoch, seq, hash } = heads.at(-1)?.head ?? { epoch: 1, seq: 0, hash: '' }
  return sealFile(exampleKey(), {
    rows,
    shown: forTeam(rows.map(storedEvent)),
    about: {
      company: 'Harrow & Pike',
      site: '14 Marlowe Court',
      timeZone: 'Europe/London',
      people: { [priya.userId]: 'priya.shah', [tom.userId]: 'tom.okafor' },
    },
    of: { companyId, jobId, jobRef: '00001', copy: 'team', preparedAt: '2026-11-20T09:00:00.000Z' },
    head: { epoch, seq, hash },
    signedHead: heads.at(-1),
  })
}
