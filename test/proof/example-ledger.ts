import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import type { ChainedEventRow } from '#api/proof/chained-events.ts'
import { textPathsOf } from '#core/erasure/erasure.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { signedHead } from '#core/wire/proof.ts'
import { digestOf, sealWith } from '#ledger/log/chain.ts'
import { type HeadKey, thumbprint } from '#ledger/proof/signed-head.ts'
import { by, idOf, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { jobCreated, priced, tap } from '#test/core/job-events.ts'
import { chainedRows, erasedNote } from '#test/server/sealed-files.ts'

/** The private key of the first test of RFC 8032, which everybody knows: for examples, where signatures must not change. */
export function exampleKey(): HeadKey {
  const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex')
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const publicKey = signedHead.shape.publicKey.parse(createPublicKey(privateKey).export({ format: 'jwk' }))
  return { keyId: thumbprint(publicKey), privateKey, publicKey }
}

const note = (nth: number, text: string) => ({
  type: 'NoteAdded' as const,
  data: { noteId: idOf('d', nth), note: text },
})

/** The seqs of {@link exampleRows}; `erased1` is of form 1, all other notes are of form 2. */
export const exampleSeqs = { created: 1, priced: 2, erased1: 3, erased2: 4, note: 5, erasure: 6, system: 7 }

const given = [
  jobCreated,
  priced(tap, 8_550),
  by(tom, note(1, 'Mrs Doyle, third floor')),
  by(tom, note(2, 'Rang Mrs Doyle')),
  by(priya, note(3, 'Caf\u00e9 keys \ud83d\udd11: "back\\door"\n| 1=2')),
]

/** What the ledger says of its erasures; the digests of what remains are known only when the notes are sealed. */
const erasing = (remains: readonly [number, string][]) => ({
  type: 'EventErased' as const,
  data: { events: remains.map(([seq, one]) => ({ seq, texts: ['note'], remains: one })), reason: 'She asked for it' },
})

/** The salt of one text, by the event and the text's place in it: random in the product, and the same each time in the example. */
const saltOf = (seq: number, nth: number) => createHash('sha256').update(`${seq} ${nth}`).digest('hex').slice(0, 32)

/** An event's salts and digest, in form 2 if it has texts and is not of the time before. */
export function sealedExample({ seq, type, schema, data }: Pick<StoredEvent, 'seq' | 'type' | 'schema' | 'data'>) {
  const paths = textPathsOf({ type, schema, data })
  if (paths.length === 0 || seq === exampleSeqs.erased1) {
    const salt = saltOf(seq, 0)
    return { form: 1 as const, data, salt, digest: digestOf(Buffer.from(salt, 'hex'), data).toString('hex') }
  }
  const salts = ['', ...paths].map((_, nth) => saltOf(seq, nth))
  return { form: 2 as const, data, paths, salts, ...sealWith({ data, paths, salts }) }
}

/** The events as they were recorded, the notes before they were erased. */
export function exampleEvents(): StoredEvent[] {
  const before = numbered(...given)
  const remains = [exampleSeqs.erased1, exampleSeqs.erased2].map((seq): [number, string] => {
    const row = erasedNote(chained(before)[seq - 1] ?? fail())
    const { digest, salt, data } = row
    return [seq, digest.length === 33 ? digest.toString('hex').slice(2) : digestOf(salt, data).toString('hex')]
  })
  return numbered(...given, erasing(remains), { type: 'PlanPaymentFailed', data: { cause: 'evt_example' } }).map(
    (event) => {
      if (event.seq !== exampleSeqs.system) return event
      const { actorId: _, ...others } = event
      return { ...others, actorRole: 'system', clock: 'server', happenedAt: event.recordedAt }
    },
  )
}

/** The rows of a company's ledger with events of both forms, of which two were erased by law. */
export function exampleRows(): ChainedEventRow[] {
  const erased: number[] = [exampleSeqs.erased1, exampleSeqs.erased2]
  return chained(exampleEvents()).map((row) => (erased.includes(row.seq) ? erasedNote(row) : row))
}

/** The company's first job has the number 1. */
const numbered = (...all: Parameters<typeof recorded>) =>
  recorded(...all).map((event) => (event.number === undefined ? event : { ...event, number: 1 }))

const chained = (events: readonly StoredEvent[]): ChainedEventRow[] =>
  chainedRows(events, (event) => {
    const { salt, digest } = sealedExample(event)
    return { salt: Buffer.from(salt, 'hex'), digest: Buffer.from(digest, 'hex') }
  })

function fail(): never {
  throw new Error('The example has no such event')
}
