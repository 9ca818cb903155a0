import { withoutTexts } from '#core/erasure/erasure.ts'
import { erasedText } from '#core/model/erased-text.ts'

/** A piece of what is hashed: text, as UTF-8, or bytes in hex. */
export type Piece = string | { hex: string }

/**
 * A computation that needs SHA-256: it yields the pieces to hash in a row and receives the hash in hex. So one implementation
 * serves Node, whose hashes are ready at once, and browsers, whose hashes are promised.
 */
export type Hashing<T> = Generator<readonly Piece[], T, string>

/** Canonical JSON (RFC 8785). */
export type Canonical = (value: unknown) => string

/** The data of an event as stored, with its digest and salt in hex. */
export type DigestedData = { digest: string; salt: string; data: unknown }

/**
 * How data compares with its digest. Form 1, of all events until release 0030 of the tables and of types without erasable texts:
 * `computed` is the digest of what is there. Form 2: `erased` are the paths of the texts that were erased since.
 */
export type DataFound =
  | { form: 1; holds: boolean; computed: string }
  | { form: 2; holds: boolean; erased: readonly string[] }

/** A digest of form 2 begins with a byte 02, which makes it 33 bytes: its length is hashed with it, so no event changes its form. */
export const isOfForm2 = (digest: string) => digest.length === 66 && digest.startsWith('02')

/** Compares an event's data with its digest. */
export function* compareWithDigest({ digest, salt, data }: DigestedData, canonical: Canonical): Hashing<DataFound> {
  if (isOfForm2(digest)) {
    const salts = saltsOf(salt)
    const found = salts && (yield* commitment(salts, data, canonical))
    return { form: 2, holds: found?.digest === digest, erased: found?.erased ?? [] }
  }
  const computed = yield [{ hex: salt }, canonical(data)]
  return { form: 1, holds: computed === digest && salt.length === 32, computed }
}

/** Seals new data in form 2. `salts` are of 16 bytes in hex: one for the rest, then one for each text at `paths`. */
export function* sealInForm2(
  { data, paths, salts }: { data: unknown; paths: readonly string[]; salts: readonly string[] },
  canonical: Canonical,
): Hashing<{ digest: string; salt: string }> {
  const [rest = '', ...others] = salts
  const texts = paths.map((path, place) => ({ path, seal: others[place] ?? '' }))
  const found = yield* commitment({ rest, texts }, data, canonical)
  if (!found) throw new Error('A text to seal is missing')
  return { salt: hexOf(`${rest}${texts.map(({ path, seal }) => `|${path}=${seal}`).join('')}`), digest: found.digest }
}

/**
 * The digest of form 2: a commitment to the rest of the data and one to each of its texts. The salt column holds the salt of each;
 * erasing a text replaces its salt by its commitment, from which nobody can guess it. Undefined where salts and data do not fit.
 */
function* commitment(
  salts: Salts,
  data: unknown,
  canonical: Canonical,
): Hashing<{ digest: string; erased: string[] } | undefined> {
  const rest = withoutTexts(
    data,
    salts.texts.map(({ path }) => path),
  )
  let all = `fettle|2|${yield [{ hex: salts.rest }, canonical(rest)]}`
  const erased: string[] = []
  for (const { path, seal } of salts.texts) {
    const text = textAt(data, path)
    const isErased = seal.length === 64
    if (text === undefined || (isErased && text !== erasedText)) return undefined
    if (isErased) erased.push(path)
    all += `|${path}=${isErased ? seal : yield [{ hex: seal }, `${path}=${text}`]}`
  }
  return { digest: `02${yield [all]}`, erased }
}

type Salts = { rest: string; texts: { path: string; seal: string }[] }

/** Reads the salts of form 2: `rest|path=seal|...`, each a salt of 16 bytes or, once its text was erased, a commitment of 32. */
function saltsOf(hex: string): Salts | undefined {
  const text = textOf(hex)
  if (!text || !wellFormed.test(text)) return undefined
  const [rest = '', ...others] = text.split('|')
  const texts = others.map((one) => {
    const [path = '', seal = ''] = one.split('=')
    return { path, seal }
  })
  return new Set(texts.map(({ path }) => path)).size === texts.length ? { rest, texts } : undefined
}

const wellFormed = /^[0-9a-f]{32}(\|[A-Za-z0-9.]+=([0-9a-f]{32}|[0-9a-f]{64}))*$/

function hexOf(ascii: string): string {
  let hex = ''
  for (let at = 0; at < ascii.length; at += 1) hex += ascii.charCodeAt(at).toString(16)
  return hex
}

function textOf(hex: string): string | undefined {
  try {
    return decodeURIComponent(hex.replace(/../g, '%$&'))
  } catch {
    return undefined
  }
}

/** The text at a path through objects and lists. */
export function textAt(data: unknown, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce((value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined), data)
  return typeof found === 'string' ? found : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
