import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ChainedEventRow } from '#api/proof/chained-events.ts'
import { compareWithDigest, type Piece } from '#core/proof/data-digest.ts'
import { exampleEnd, exampleEvidence, exampleHeads } from './example-files.ts'
import { exampleEvents, exampleKey, exampleRows, exampleSeqs, sealedExample } from './example-ledger.ts'

const canonical = (value: unknown) => canonicalize(value) ?? ''
const sha256 = (...pieces: (string | Buffer)[]) =>
  pieces.reduce((all, one) => all.update(one), createHash('sha256')).digest('hex')
const asBytes = (piece: Piece) => (typeof piece === 'string' ? piece : Buffer.from(piece.hex, 'hex'))

/** The examples of docs/proof.md by their names, all computed by the code of the product. */
export function vectors(): Record<string, object> {
  const rows = exampleRows()
  const events = exampleEvents()
  const at = <T>(list: readonly T[], seq: number): T => list[seq - 1] ?? fail(seq)
  const { keyId, publicKey } = exampleKey()
  const [head, , inLog] = exampleHeads()
  const evidence = exampleEvidence()
  const priced = sealedExample(at(events, exampleSeqs.priced))
  return {
    'canonical-json': canonicalJson(),
    'key-id': { publicKey, canonical: canonical(publicKey), keyId },
    'digest-form-1': { ...priced, canonical: canonical(priced.data) },
    'digest-form-2': sealing(at(rows, exampleSeqs.created)),
    'digest-form-2-characters': sealing(at(rows, exampleSeqs.note)),
    'erased-form-2': sealing(at(rows, exampleSeqs.erased2)),
    'erased-form-1': inForm1(at(rows, exampleSeqs.erased1)),
    'event-hash-first': hashing(at(rows, exampleSeqs.created)),
    'event-hash-system': hashing(at(rows, exampleSeqs.system)),
    'signed-head': { ...head, canonical: canonical(head?.head) },
    'signed-head-in-log': { head: inLog?.head, signature: inLog?.signature, end: exampleEnd() },
    'sealed-about': {
      about: evidence.about,
      canonical: canonical(evidence.about),
      sha256: evidence.seal.statement.about,
    },
    'sealed-entry': {
      event: evidence.events[1],
      canonical: canonical(evidence.events[1]),
      sha256: evidence.seal.statement.entries[1],
    },
  }
}

function canonicalJson() {
  const json =
    '{"\\ufb33":"last","\\ud83d\\ude00":"before it: sorted by UTF-16","b":[333333333.33333329,1E30,4.50,2e-3,1e-27,-0,100],"a":"\\u20ac$\\u000f\\nA\'\\u0042\\u0022\\\\/","":null}'
  return { json, canonical: canonical(JSON.parse(json)) }
}

/** A digest of form 2, with each hash in the order in which the product computes them. */
function sealing(row: ChainedEventRow) {
  const [digest, salt] = [row.digest.toString('hex'), row.salt.toString('hex')]
  const steps: { sha256: readonly Piece[]; is: string }[] = []
  const work = compareWithDigest({ digest, salt, data: row.data }, canonical)
  let step = work.next()
  while (!step.done) {
    const is = sha256(...step.value.map(asBytes))
    steps.push({ sha256: step.value, is })
    step = work.next(is)
  }
  const { holds } = step.value
  return {
    seq: row.seq,
    type: row.type,
    data: row.data,
    salt,
    salts: row.salt.toString('latin1'),
    steps,
    digest,
    holds,
  }
}

function inForm1(row: ChainedEventRow) {
  const { salt, data, digest } = row
  const remains = sha256(salt, canonical(data))
  return { seq: row.seq, data, digest: digest.toString('hex'), salt: salt.toString('hex'), remains }
}

/** The text is put together here, and holds only if the product computes the same hash. */
function hashing(row: ChainedEventRow) {
  const times = [Date.parse(row.happened_at), Date.parse(row.recorded_at)]
  const text = [row.company_id, row.seq, row.stream, row.stream_id, row.version, row.type, row.schema]
    .concat(row.number ?? '', row.actor_id ?? '', row.actor_role, times, row.clock, row.command_id, row.ordinal)
    .join('|')
  const previous = row.previous ?? Buffer.alloc(32)
  const hash = sha256(previous, text, row.digest)
  if (hash !== row.hash.toString('hex')) throw new Error('The text is not what the product hashes')
  return { previous: previous.toString('hex'), text, digest: row.digest.toString('hex'), hash }
}

function fail(seq: number): never {
  throw new Error(`There is no event ${seq}`)
}
