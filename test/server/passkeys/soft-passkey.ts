import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a device may do differently from a good one. */
type Flaw = {
  origin?: string
  rpID?: string
  /** Whether the device has checked its person. */
  isVerified?: boolean
  counter?: number
}

/** A passkey in software: ES256, no attestation, as most phones and laptops answer. */
export function softPasskey({ rpID, origin }: { rpID: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0

  const clientData = (type: string, challenge: string, flaw: Flaw) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: flaw.origin ?? origin, crossOrigin: false }))
  const authenticatorData = (flags: number, flaw: Flaw, more: Buffer[] = []) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | present | (flaw.isVerified === false ? 0 : verified))
    head.writeUInt32BE(flaw.counter ?? uses, 1)
    return Buffer.concat([sha256(Buffer.from(flaw.rpID ?? rpID)), head, ...more])
  }

  return {
    id,
    /** The answer to a challenge to make the passkey. */
    create(challenge: string, flaw: Flaw = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const coseKey = [...[cborKey, Buffer.from(x, 'base64url')], ...[cborY, Buffer.from(y, 'base64url')]]
      const data = authenticatorData(hasCredential, flaw, [Buffer.alloc(16), length, credentialId, ...coseKey])
      const attestation = Buffer.concat([cborNoAttestation, Buffer.from([0x58, data.length]), data])
      const clientDataJSON = clientData('webauthn.create', challenge, flaw).toString('base64url')
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['internal'] },
      }
    },
    /** The answer to a challenge to sign. Each counts one more use, unless `flaw` says otherwise. */
    prove(challenge: string, flaw: Flaw = {}) {
      uses += 1
      const data = authenticatorData(0, flaw)
      const signed = clientData('webauthn.get', challenge, flaw)
      const signature = sign('sha256', Buffer.concat([data, sha256(signed)]), privateKey)
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: signed.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const [present, verified, hasCredential] = [0x01, 0x04, 0x40]
/** A COSE key of P-256 for ES256, up to its first coordinate; then what is before its second. */
const cborKey = Buffer.from('a5010203262001215820', 'hex')
const cborY = Buffer.from('225820', 'hex')
/** `{ fmt: 'none', attStmt: {}, authData: ... }` up to the data. */
const cborNoAttestation = Buffer.concat([
  ...[Buffer.from([0xa3, 0x63]), Buffer.from('fmt'), Buffer.from([0x64]), Buffer.from('none')],
  ...[Buffer.from([0x67]), Buffer.from('attStmt'), Buffer.from([0xa0, 0x68]), Buffer.from('authData')],
])
