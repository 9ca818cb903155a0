import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as z from 'zod/mini'

/** The pair that signs access tokens, and the secret from which the next refresh token is derived. */
export type Keys = { kid: string; signing: CryptoKey; verifying: CryptoKey; refreshSecret: Buffer }

const keyFile = z.object({
  kid: z.string(),
  privateKey: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() }),
  refreshSecret: z.string().check(z.minLength(43)),
})

/**
 * The keys of this installation, made at the first start and kept in the data folder. Several API processes must share the
 * file. Throws {@link UnusableKeys} when it cannot be read or written, or is not what was written.
 */
export async function loadKeys(dataFolder: string): Promise<Keys> {
  const file = join(dataFolder, 'keys.json')
  try {
    return await readKeys(dataFolder, file)
  } catch (error) {
    throw new UnusableKeys(file, error)
  }
}

/** Without its keys nobody can sign in; a person has to look. */
export class UnusableKeys extends Error {
  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    super(
      `The keys in ${file} cannot be used${reason}. Put back a copy, or remove the file, which signs everyone out`,
      { cause },
    )
    this.name = 'UnusableKeys'
  }
}

async function readKeys(dataFolder: string, file: string): Promise<Keys> {
  const text = (await readIfThere(file)) ?? (await makeKeys(dataFolder, file))
  const { kid, privateKey, refreshSecret } = keyFile.parse(JSON.parse(text))
  const { d: _, ...publicKey } = privateKey
  const [signing, verifying] = await Promise.all([importJWK(privateKey, 'EdDSA'), importJWK(publicKey, 'EdDSA')])
  if (!('type' in signing) || !('type' in verifying)) throw new TypeError(`${file} holds no key pair`)
  return { kid, signing, verifying, refreshSecret: Buffer.from(refreshSecret, 'base64url') }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes new keys whole or not at all. Of two processes that start at once one wins, and both read the winner's. */
async function makeKeys(dataFolder: string, file: string): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const keys = { kid: await calculateJwkThumbprint(jwk), privateKey: jwk, refreshSecret: newSecret() }
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}-${newSecret().slice(0, 8)}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(keys, undefined, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // A link, unlike a rename, never replaces a file that is there already.
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
  return readFile(file, 'utf8')
}

const newSecret = () => randomBytes(32).toString('base64url')
