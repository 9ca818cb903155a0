import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { sealFile } from '#api/evidence/sealed-file.ts'
import type { ChainedEventRow } from '#api/proof/chained-events.ts'
import type { CheckTools } from '#core/evidence/check-sealed.ts'
import type { SealedFile } from '#core/evidence/sealed-evidence.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { digestOf, firstHash, hashOf, sealData } from '#ledger/log/chain.ts'
import { type HeadKey, signHead, thumbprint } from '#ledger/proof/signed-head.ts'
import { by, companyId, jobId, now, recorded, tom } from '#test/core/given-when-then.ts'
import { completed, jobWithTwoTasks, noteAdded, priced, referred, tap, warned } from '#test/core/job-events.ts'
import { verifyTools } from '#web/public/verify/verify-tools.ts'

/** The tools that a browser checks with; Node has the same. */
export const tools: CheckTools = verifyTools() ?? fail()

function fail(): never {
  throw new Error('This runtime computes no hashes.')
}

/** A new key that signs heads and sealed files. */
export function newKey(): HeadKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const named = { kty: 'OKP', crv: 'Ed25519', x } as const
  return { keyId: thumbprint(named), privateKey, publicKey: named }
}

/** The rows of a ledger that has only this job. */
export const rowsOf = (events: readonly StoredEvent[], form: 1 | 2): ChainedEventRow[] =>
  chainedRows(events, form === 1 ? inForm1 : inForm2)

/** The rows of a ledger that has only these events, each sealed by `seal` and chained to the one before it. */
export function chainedRows(
  events: readonly StoredEvent[],
  seal: (event: StoredEvent) => { salt: Buffer; digest: Buffer },
): ChainedEventRow[] {
  let previous: Buffer = firstHash
  return events.map((event) => {
    const { salt, digest } = seal(event)
    const row = {
      company_id: event.companyId,
      seq: event.seq,
      stream: event.stream,
      stream_id: event.streamId,
      version: event.version,
      type: event.type,
      schema: event.schema,
      number: event.number ?? null,
      data: event.data,
      actor_id: event.actorId ?? null,
      actor_role: event.actorRole,
      happened_at: event.happenedAt,
      recorded_at: event.recordedAt,
      clock: event.clock,
      command_id: event.commandId,
      ordinal: event.ordinal,
      salt,
      digest,
    }
    const hash = hashOf(previous, row)
    const sealed = { ...row, hash, previous }
    previous = hash
    return sealed
  })
}

function inForm1({ seq, data }: StoredEvent) {
  const salt = Buffer.alloc(16, seq)
  return { salt, digest: digestOf(salt, data) }
}

function inForm2({ type, schema, data }: StoredEvent) {
  const { salt, digest } = sealData(type, schema, data)
  return { salt: Buffer.from(salt, 'hex'), digest: Buffer.from(digest, 'hex') }
}

type Sealing = { form?: 1 | 2; alter?: (row: ChainedEventRow) => ChainedEventRow }

/**
 * The sealed file of a short job with the chosen events, and the head signed at a seq, by default the last. `alter` changes rows
 * after they were hashed, as an erasure or a superuser would.
 */
export function sealedJob(
  isShown: (event: StoredEvent) => boolean,
  signedAt?: number,
  { form = 2, alter = (row) => row }: Sealing = {},
): SealedFile {
  const key = newKey()
  const events = recorded(
    jobWithTwoTasks,
    referred,
    priced(tap, 8_500),
    by(tom, noteAdded),
    by(tom, warned('', 'no access')),
    by(tom, completed(tap)),
  )
  const rows = rowsOf(events, form).map(alter)
  const hash = rows.at(-1)?.hash.toString('hex') ?? ''
  const head = { epoch: 1, seq: rows.length, hash }
  return sealFile(key, {
    rows,
    shown: events.filter(isShown),
    about: {
      company: 'Harrow & Pike',
      site: '14 Marlowe Court',
      timeZone: 'Europe/London',
      people: { [tom.userId]: 'tom.okafor' },
    },
    of: { companyId, jobId, jobRef: '00213', copy: 'office', preparedAt: now },
    head,
    signedHead: signHead(key, { companyId, ...head, ...(signedAt && { seq: signedAt }), signedAt: now }),
  })
}

/** A row as an erasure of its note leaves it. */
export function erasedNote(row: ChainedEventRow): ChainedEventRow {
  const data = { ...Object(row.data), note: erasedText }
  if (row.digest.length === 32) return { ...row, data, salt: Buffer.alloc(16, 99) }
  const [rest, text = ''] = row.salt.toString('latin1').split('|note=')
  const commitment = createHash('sha256')
    .update(text, 'hex')
    .update(`note=${Object(row.data).note}`)
    .digest('hex')
  return { ...row, data, salt: Buffer.from(`${rest}|note=${commitment}`) }
}

/** A seal of a statement, signed by a key of its own. */
export function resealedWith(statement: SealedFile['seal']['statement']): SealedFile['seal'] {
  const key = newKey()
  const named = { ...statement, keyId: key.keyId }
  const signature = sign(null, Buffer.from(tools.canonical(named)), key.privateKey).toString('base64url')
  return { statement: named, publicKey: key.publicKey, signature }
}
