import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { UnusableKeys } from './keys.ts'
import { readOrCreate } from './read-or-create.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * This installation's key for the secrets of authenticator apps, created when first needed. It is apart from the database, so that a
 * stolen backup gives nobody's codes away. Throws {@link UnusableKeys} if it cannot be read or written, or is not such a key.
 */
export async function loadFactorKey(dataFolder: string): Promise<KeyObject> {
  const file = join(dataFolder, 'second-factor-key')
  try {
    const text = await readOrCreate(file, async () => `${randomBytes(keyBytes).toString('base64url')}\n`)
    const key = Buffer.from(text.trim(), 'base64url')
    if (key.length !== keyBytes) throw new TypeError(`${file} holds no key`)
    return createSecretKey(key)
  } catch (error) {
    throw new UnusableKeys(file, error, 'leaves people with authenticator apps their recovery codes alone')
  }
}

/** Encrypts a text by AES-256-GCM for one purpose, such as the id of the person whose it is. */
export function seal(key: KeyObject, purpose: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The text that was sealed for this purpose; undefined if it was altered, or sealed for another purpose or with another key. */
export function unseal(key: KeyObject, purpose: string, sealed: Buffer): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-tagBytes))
  try {
    return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
