import canonicalize from 'canonicalize'
import type { CheckTools } from '#core/evidence/check-sealed.ts'

/** The browser's tools for checking a verification file; undefined where hashing is not allowed, as without https. */
export function verifyTools(): CheckTools | undefined {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return undefined
  return {
    canonical: (value) => canonicalize(value) ?? '',
    async sha256(...pieces) {
      const bytes = pieces.map((one) => (typeof one === 'string' ? new TextEncoder().encode(one) : one))
      const whole = new Uint8Array(bytes.reduce((sum, one) => sum + one.length, 0))
      let end = 0
      for (const one of bytes) {
        whole.set(one, end)
        end += one.length
      }
      return new Uint8Array(await subtle.digest('SHA-256', whole))
    },
    async isSigned(publicKey, text, signature) {
      let key: CryptoKey
      try {
        key = await subtle.importKey('jwk', { ...publicKey }, 'Ed25519', false, ['verify'])
      } catch (error) {
        // Browsers from before 2025 do not support Ed25519, which differs from an invalid key.
        return error instanceof Error && error.name === 'NotSupportedError' ? undefined : false
      }
      return subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
    },
  }
}

/** Decodes base64url; empty if invalid. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(plain, (one) => one.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
