import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as z from 'zod/mini'
import { readOrCreate } from './read-or-create.ts'

/** The key pair that signs access tokens, and the secret that other tokens are derived from. */
export type Keys = { kid: string; signing: CryptoKey; verifying: CryptoKey; refreshSecret: Buffer }

const keyFile = z.object({
  kid: z.string(),
  privateKey: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() }),
  refreshSecret: z.string().check(z.minLength(43)),
})

/**
 * The keys of this installation, created at the first start and kept in the data folder. All API processes must share the
 * file. Throws {@link UnusableKeys} if it cannot be read, written or parsed.
 */
export async function loadKeys(dataFolder: string): Promise<Keys> {
  const file = join(dataFolder, 'keys.json')
  try {
    return await readKeys(file)
  } catch (error) {
    throw new UnusableKeys(file, error)
  }
}

/** Nobody can sign in without the keys; an operator must act. */
export class UnusableKeys extends Error {
  constructor(file: string, cause: unknown, consequence = 'signs everyone out') {
    const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    super(`The keys in ${file} cannot be used${reason}. Put back a copy, or remove the file, which ${consequence}`, {
      cause,
    })
    this.name = 'UnusableKeys'
  }
}

async function readKeys(file: string): Promise<Keys> {
  const text = await readOrCreate(file, newKeys)
  const { kid, privateKey, refreshSecret } = keyFile.parse(JSON.parse(text))
  const { d: _, ...publicKey } = privateKey
  const [signing, verifying] = await Promise.all([importJWK(privateKey, 'EdDSA'), importJWK(publicKey, 'EdDSA')])
  if (!('type' in signing) || !('type' in verifying)) throw new TypeError(`${file} holds no key pair`)
  return { kid, signing, verifying, refreshSecret: Buffer.from(refreshSecret, 'base64url') }
}

async function newKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const keys = { kid: await calculateJwkThumbprint(jwk), privateKey: jwk, refreshSecret: newSecret() }
  return `${JSON.stringify(keys, undefined, 2)}\n`
}

const newSecret = () => randomBytes(32).toString('base64url')
