import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { signedHead } from '#core/wire/proof.ts'
import { type HeadKey, thumbprint } from '#ledger/proof/signed-head.ts'
import { UnusableKeys } from './keys.ts'
import { readIfExists, readOrCreate } from './read-or-create.ts'

/** Separate from the keys of tokens: this one can sign heads and nothing else. */
const fileIn = (dataFolder: string) => join(dataFolder, 'proof-key.pem')

/**
 * This installation's key for signing the heads of ledgers, created when first needed. Throws {@link UnusableKeys} if it cannot
 * be read or written, or is not such a key.
 */
export async function loadHeadKey(dataFolder: string): Promise<HeadKey> {
  const file = fileIn(dataFolder)
  try {
    return keyOf(await readOrCreate(file, async () => newKey()))
  } catch (error) {
    throw new UnusableKeys(file, error, 'starts a new key for signed heads')
  }
}

/** The id of this installation's key; undefined if there is none yet. */
export async function readHeadKeyId(dataFolder: string): Promise<string | undefined> {
  const text = await readIfExists(fileIn(dataFolder))
  return text === undefined ? undefined : keyOf(text).keyId
}

const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

function keyOf(pem: string): HeadKey {
  const privateKey = createPrivateKey(pem)
  const publicKey = signedHead.shape.publicKey.parse(createPublicKey(privateKey).export({ format: 'jwk' }))
  return { keyId: thumbprint(publicKey), privateKey, publicKey }
}
