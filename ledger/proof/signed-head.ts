import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type HeadStatement, type SignedHead, signedHead } from '#core/wire/proof.ts'

/** A key pair for signing heads; `keyId` is the thumbprint of the public key. */
export type HeadKey = { keyId: string; privateKey: KeyObject; publicKey: SignedHead['publicKey'] }

/** Signs the head of a company's ledger. */
export function signHead(key: HeadKey, unsigned: Omit<HeadStatement, 'type' | 'keyId'>): SignedHead {
  const { companyId, epoch, seq, hash, signedAt, log } = unsigned
  const head: HeadStatement = {
    type: 'fettle-ledger-head',
    ...{ companyId, epoch, seq, hash, signedAt },
    keyId: key.keyId,
    ...(log ? { log } : {}),
  }
  return {
    head,
    publicKey: key.publicKey,
    signature: sign(null, signedBytes(head), key.privateKey).toString('base64url'),
  }
}

/** A signed head from a file's text; undefined if it is not one, or was not signed by the key that it names. */
export function readSignedHead(text: string): SignedHead | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = signedHead.safeParse(json)
  return read.success && isSigned(read.data) ? read.data : undefined
}

function isSigned({ head, publicKey, signature }: SignedHead): boolean {
  if (head.keyId !== thumbprint(publicKey)) return false
  const bytes = Buffer.from(signature, 'base64url')
  try {
    return verify(null, signedBytes(head), createPublicKey({ key: publicKey, format: 'jwk' }), bytes)
  } catch {
    // The bytes are not a valid key.
    return false
  }
}

/** The SHA-256 of what is signed, in hex: the next head in the installation's log signs it. */
export const headDigest = (head: HeadStatement): string => createHash('sha256').update(signedBytes(head)).digest('hex')

const signedBytes = (head: HeadStatement) => Buffer.from(canonicalize(head) ?? '')

/** RFC 7638: SHA-256 over the canonical JSON of the key's required members. */
export const thumbprint = (publicKey: SignedHead['publicKey']): string =>
  createHash('sha256')
    .update(canonicalize(publicKey) ?? '')
    .digest('base64url')
