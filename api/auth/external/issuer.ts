import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import type { ExternalIssuer } from '#api/config/config.ts'

/** What binds an answer of the provider to the browser that was sent there. */
export type Handshake = { state: string; nonce: string; verifier: string }
/** Who somebody is to the provider. The email is theirs, as the provider has checked it. */
export type ExternalIdentity = { issuer: string; subject: string; email: string }

export type Issuer = {
  handshake(): Handshake
  /** Where to send the browser. */
  signInUrl(handshake: Handshake): Promise<URL>
  /** Who came back to this address. Throws {@link NotIdentified} when it cannot be believed. */
  identify(came: URL, handshake: Handshake): Promise<ExternalIdentity>
}

/** Signatures that anyone can check; none that a shared secret could make. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
/**
 * Keys that changed are fetched when a token names one that is not known. Tokens come from the provider itself and not from
 * browsers, so that nobody can make us ask more often than people sign in.
 */
const keyCooldown = 1_000

const claims = z.object({ sub: z.string(), email: z.optional(z.string()), email_verified: z.optional(z.unknown()) })

/** An identity provider, found by its address when somebody first signs in. */
export function openIssuer(settings: ExternalIssuer, publicUrl: string, redirectPath: string): Issuer {
  const { clientId, clientSecret, audience } = settings
  const server = new URL(settings.issuer)
  let found: ReturnType<typeof find> | undefined
  const find = async () => {
    const config = await client.discovery(server, clientId, clientSecret, undefined, {
      timeout: 10,
      ...(server.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}),
    })
    const { issuer, jwks_uri } = config.serverMetadata()
    if (!jwks_uri) throw new NotIdentified('The provider names no keys')
    return { config, issuer, keys: createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: keyCooldown }) }
  }
  const ready = () => {
    found ??= find().catch((error: unknown) => {
      found = undefined
      throw new NotIdentified('The provider cannot be reached', error)
    })
    return found
  }

  return {
    handshake: () => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }),
    async signInUrl({ state, nonce, verifier }) {
      const { config } = await ready()
      return client.buildAuthorizationUrl(config, {
        redirect_uri: publicUrl + redirectPath,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
    },
    async identify(came, { state, nonce, verifier }) {
      const { config, issuer, keys } = await ready()
      try {
        const tokens = await client.authorizationCodeGrant(config, came, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const verified = await jwtVerify(tokens.id_token ?? '', keys, { issuer, audience, algorithms })
        const said = claims.parse(verified.payload)
        const { email, email_verified } =
          said.email === undefined
            ? claims.parse(await client.fetchUserInfo(config, tokens.access_token, said.sub))
            : said
        if (!email || email_verified !== true) throw new NotIdentified('The email is not verified')
        return { issuer, subject: said.sub, email }
      } catch (error) {
        throw isRefusal(error) ? new NotIdentified('The answer of the provider is not good', error) : error
      }
    },
  }
}

const isRefusal = (error: unknown) =>
  !(error instanceof NotIdentified) &&
  (error instanceof errors.JOSEError || error instanceof z.core.$ZodError || isOfClient(error))

const isOfClient = (error: unknown) =>
  error instanceof client.ClientError ||
  error instanceof client.AuthorizationResponseError ||
  error instanceof client.ResponseBodyError ||
  error instanceof client.WWWAuthenticateChallengeError ||
  error instanceof TypeError

/** The provider did not say, or not so that it can be believed, who somebody is. */
export class NotIdentified extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NotIdentified'
  }
}
