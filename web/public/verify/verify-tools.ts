import canonicalize from 'canonicalize'
import type { CheckTools } from '#core/evidence/check-sealed.ts'

/** What a sealed file is checked with in a browser; undefined where a page may not compute hashes, as without https. */
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
        // Browsers of before 2025 do not know this kind of signature; a key that is none is another matter.
        return error instanceof Error && error.name === 'NotSupportedError' ? undefined : false
      }
      return subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
    },
  }
}

/** What stands in base64url; nothing for what is none. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(plain, (one) => one.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
