import { textPathsOf } from '#core/erasure/erasure.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { compareWithDigest, type Hashing, isOfForm2, textAt } from '#core/proof/data-digest.ts'
import { hashedText, type SealedEvent, type SealedFile } from './sealed-evidence.ts'

/** Functions of the platform that the check runs on: canonical JSON (RFC 8785), SHA-256 and, if available, Ed25519. */
export type CheckTools = {
  canonical: (value: unknown) => string
  /** SHA-256 of the concatenated pieces; text is UTF-8. */
  sha256: (...pieces: readonly (string | Uint8Array)[]) => Promise<Uint8Array>
  /** Undefined if signatures cannot be checked here. */
  isSigned: (publicKey: object, text: string, signature: string) => Promise<boolean | undefined>
}

/** A fault of the job's nth event (from 1) or, without `event`, of the file's own statements. */
export type SealFault = { event?: number; seq?: number; reason: SealReason }
export type SealReason =
  | 'changed'
  | 'missing'
  | 'added'
  | 'moved'
  | 'data'
  | 'hash'
  | 'chain'
  | 'about'
  | 'seal'
  | 'signed head'

/** The result of checking a sealed file. */
export type SealCheck = {
  jobRef: string
  site: string
  company: string
  preparedAt: string
  events: number
  leftOut: number
  /** The name of the key that the file claims as its signer. */
  keyId: string
  headSeq: number
  /** Undefined if signatures cannot be checked here. */
  signed: boolean | undefined
  fault?: SealFault
}

/** Recomputes a sealed file and reports its first fault. Undefined if this is not a sealed file. */
export async function checkSealed(json: unknown, tools: CheckTools): Promise<SealCheck | undefined> {
  if (!isSealedFile(json)) return undefined
  const { about, events, seal } = json
  const { statement } = seal
  const signed = await isSealSigned(json, tools)
  const fault =
    (await faultAmong(json, tools)) ??
    ((await digestOf(about, tools)) === statement.about ? undefined : { reason: 'about' as const }) ??
    (signed === false || !isSealOf(json) ? { reason: 'seal' as const } : undefined) ??
    (await faultOfHead(json, tools))
  return {
    jobRef: statement.jobRef,
    site: about.site,
    company: about.company,
    preparedAt: statement.preparedAt,
    events: events.length,
    leftOut: events.filter((one) => 'leftOut' in one).length,
    keyId: statement.keyId,
    headSeq: statement.head.seq,
    signed,
    ...(fault ? { fault } : {}),
  }
}

/** Whether the statement is a seal, and of this kind of file; older ones do not say of which. */
const isSealOf = ({ type, form, seal: { statement } }: SealedFile) =>
  statement.type === 'fettle-evidence-seal' &&
  (statement.file === undefined || (statement.file.type === type && statement.file.form === form))

async function faultAmong({ events, seal: { statement } }: SealedFile, tools: CheckTools) {
  const sealed = statement.entries
  const digests = await Promise.all(events.map((one) => digestOf(one, tools)))
  for (const [index, one] of events.entries()) {
    const before = events[index - 1]
    const reason =
      placeFault(index, digests, sealed) ??
      (await ownFault(statement, one, tools)) ??
      (one.version === index + 1 && one.seq > (before?.seq ?? 0) ? undefined : ('chain' as const)) ??
      (before && one.seq === before.seq + 1 && one.previous !== before.hash ? ('chain' as const) : undefined)
    if (reason) return { event: index + 1, ...(typeof one.seq === 'number' ? { seq: one.seq } : {}), reason }
  }
  return events.length < sealed.length ? { event: events.length + 1, reason: 'missing' as const } : undefined
}

/** Compares the event at a place of the file with the one that was sealed there. */
function placeFault(index: number, digests: readonly string[], sealed: readonly string[]): SealReason | undefined {
  const digest = digests[index]
  if (digest === sealed[index]) return undefined
  if (digest !== undefined && sealed.includes(digest)) {
    const before = new Set(digests.slice(0, index))
    return digests.includes(sealed[index] ?? '') || before.has(digest) ? 'moved' : 'missing'
  }
  return digests[index + 1] === sealed[index] ? 'added' : 'changed'
}

/** Checks an event's data against its digest, and the event against its hash. */
async function ownFault(
  statement: SealedFile['seal']['statement'],
  one: SealedEvent,
  tools: CheckTools,
): Promise<SealReason | undefined> {
  const { canonical, sha256 } = tools
  if ('leftOut' in one || 'withheld' in one) return undefined
  // Characters that are not hex digits would still be parsed as some byte.
  if (![one.previous, one.digest, one.hash, one.salt ?? ''].every(isHex)) return 'hash'
  const { digest, salt, data } = one
  const isDigested =
    salt === undefined
      ? isErasedInForm1(one)
      : (await hashed(compareWithDigest({ digest, salt, data }, canonical), tools)).holds
  if (!isDigested) return 'data'
  const hash = hex(await sha256(bytesOf(one.previous), hashedText(statement, one), bytesOf(one.digest)))
  return hash === one.hash ? undefined : 'hash'
}

/** After an erasure by law in form 1 only the digest is left, and the data must have a text that was erased. */
const isErasedInForm1 = ({
  digest,
  type,
  schema,
  data,
}: {
  digest: string
  type: string
  schema: number
  data?: unknown
}) => !isOfForm2(digest) && textPathsOf({ type, schema, data }).some((path) => textAt(data, path) === erasedText)

/** Carries out a computation with the hashes of the platform. */
async function hashed<T>(hashing: Hashing<T>, { sha256 }: CheckTools): Promise<T> {
  let step = hashing.next()
  while (!step.done) {
    const pieces = step.value.map((one) => (typeof one === 'string' ? one : bytesOf(one.hex)))
    step = hashing.next(hex(await sha256(...pieces)))
  }
  return step.value
}

async function isSealSigned({ seal: { statement, publicKey, signature } }: SealedFile, tools: CheckTools) {
  if ((await thumbprint(publicKey, tools)) !== statement.keyId) return false
  return tools.isSigned(publicKey, tools.canonical(statement), signature)
}

/** The signed head must be the company's, signed by its key, and not older than the job's last event. */
async function faultOfHead({ events, seal: { statement }, signedHead }: SealedFile, tools: CheckTools) {
  if (!signedHead) return undefined
  const { head, publicKey, signature } = signedHead
  const last = events.at(-1)
  const isOfCompany = head.type === 'fettle-ledger-head' && head.companyId === statement.companyId
  const isItsOwn = last !== undefined && (head.seq === last.seq ? head.hash === last.hash : head.seq > last.seq)
  const isOfKey = (await thumbprint(publicKey, tools)) === head.keyId
  const signed = await tools.isSigned(publicKey, tools.canonical(head), signature)
  return isOfCompany && isItsOwn && isOfKey && signed !== false ? undefined : { reason: 'signed head' as const }
}

const digestOf = async (value: unknown, { canonical, sha256 }: CheckTools) => hex(await sha256(canonical(value)))

/** The thumbprint of a key (RFC 7638), which is its name. */
async function thumbprint(publicKey: object, { canonical, sha256 }: CheckTools) {
  const bytes = await sha256(canonical(publicKey))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export const hex = (bytes: Uint8Array) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('')

const isHex = (text: unknown) => typeof text === 'string' && /^([0-9a-f]{2})*$/.test(text)

const bytesOf = (text: string) => Uint8Array.from(String(text).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const areTexts = (of: Record<string, unknown>, names: readonly string[]) =>
  names.every((name) => typeof of[name] === 'string')
const areNumbers = (of: Record<string, unknown>, names: readonly string[]) =>
  names.every((name) => typeof of[name] === 'number')

/** Sealed data is never nested this deeply. */
const deepest = 32

/** Whether a value has canonical JSON: finite numbers, well-formed text and limited depth. */
const isCanonical = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === deepest) return false
  return Object.entries(value).every(([name, one]) => name.isWellFormed() && isCanonical(one, depth + 1))
}

/** Whether parsed JSON has the fields of a sealed file that the check reads. Whether they are true, the hashes tell. */
function isSealedFile(json: unknown): json is SealedFile {
  if (!isObject(json) || json.type !== 'fettle-evidence' || json.form !== 1 || !isCanonical(json)) return false
  const { seal, about, events } = json
  if (!isObject(seal) || !isObject(seal.statement) || !isObject(seal.publicKey) || !isObject(about)) return false
  const { statement } = seal
  return (
    areTexts(seal, ['signature']) &&
    areTexts(about, ['company', 'site']) &&
    areTexts(statement, ['companyId', 'jobId', 'jobRef', 'preparedAt', 'about', 'keyId']) &&
    (statement.file === undefined || isObject(statement.file)) &&
    isObject(statement.head) &&
    areNumbers(statement.head, ['seq']) &&
    Array.isArray(statement.entries) &&
    Array.isArray(events) &&
    events.every(isSealedEvent) &&
    (json.signedHead === undefined || isSignedHead(json.signedHead))
  )
}

const isSignedHead = (one: unknown) =>
  isObject(one) &&
  isObject(one.head) &&
  areNumbers(one.head, ['seq']) &&
  isObject(one.publicKey) &&
  areTexts(one, ['signature'])

function isSealedEvent(one: unknown): boolean {
  if (!isObject(one) || !areNumbers(one, ['version', 'seq']) || !areTexts(one, ['previous', 'hash'])) return false
  if ('leftOut' in one) return true
  const optional = ['actorId', 'actorRole', 'salt'].filter((name) => name in one)
  const digest = 'withheld' in one ? [] : ['digest']
  return (
    areTexts(one, ['type', 'happenedAt', 'recordedAt', 'clock', 'commandId', ...optional, ...digest]) &&
    areNumbers(one, ['schema', 'ordinal', ...('number' in one ? ['number'] : [])])
  )
}
