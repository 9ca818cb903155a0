import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import type { ExternalIssuer } from '#api/config/config.ts'

/** Binds the provider's response to the browser that was sent there. */
export type Handshake = { state: string; nonce: string; verifier: string }
/** A person's identity at the provider, with an email that the provider has verified. */
export type ExternalIdentity = { issuer: string; subject: string; email: string }

export type Issuer = {
  handshake(): Handshake
  /** The provider's page to send the browser to. */
  signInUrl(handshake: Handshake): Promise<URL>
  /** The person whose browser was redirected to this URL. Throws {@link NotIdentified} if they cannot be verified. */
  identify(redirectedTo: URL, handshake: Handshake): Promise<ExternalIdentity>
}

/** Public-key signatures only, not shared-secret ones. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
/**
 * Milliseconds between fetches of the provider's keys, which an unknown key id triggers. Tokens come from the provider, not
 * from browsers, so nobody can make us fetch more often than people sign in.
 */
const keyCooldown = 1_000

const claims = z.object({ sub: z.string(), email: z.optional(z.string()), email_verified: z.optional(z.unknown()) })

/** An identity provider. Its metadata is fetched when somebody first signs in. */
export function openIssuer(settings: ExternalIssuer, publicUrl: string, redirectPath: string): Issuer {
  const { clientId, clientSecret, audience } = settings
  const server = new URL(settings.issuer)
  let discovered: ReturnType<typeof discover> | undefined
  const discover = async () => {
    const config = await client.discovery(server, clientId, clientSecret, undefined, {
      timeout: 10,
      ...(server.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}),
    })
    const { issuer, jwks_uri } = config.serverMetadata()
    if (!jwks_uri) throw new NotIdentified('The provider publishes no keys')
    return { config, issuer, keys: createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: keyCooldown }) }
  }
  const ready = () => {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined
      throw new NotIdentified('The provider cannot be reached', error)
    })
    return discovered
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
    async identify(redirectedTo, { state, nonce, verifier }) {
      const { config, issuer, keys } = await ready()
      try {
        const tokens = await client.authorizationCodeGrant(config, redirectedTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const verified = await jwtVerify(tokens.id_token ?? '', keys, { issuer, audience, algorithms })
        const identity = claims.parse(verified.payload)
        const { email, email_verified } =
          identity.email === undefined
            ? claims.parse(await client.fetchUserInfo(config, tokens.access_token, identity.sub))
            : identity
        if (!email || email_verified !== true) throw new NotIdentified('The email is not verified')
        return { issuer, subject: identity.sub, email }
      } catch (error) {
        throw isRefusal(error) ? new NotIdentified('The provider’s response could not be verified', error) : error
      }
    },
  }
}

const isRefusal = (error: unknown) =>
  !(error instanceof NotIdentified) &&
  (error instanceof errors.JOSEError || error instanceof z.core.$ZodError || isClientError(error))

const isClientError = (error: unknown) =>
  error instanceof client.ClientError ||
  error instanceof client.AuthorizationResponseError ||
  error instanceof client.ResponseBodyError ||
  error instanceof client.WWWAuthenticateChallengeError ||
  error instanceof TypeError

/** The provider did not identify the person, or its response could not be verified. */
export class NotIdentified extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NotIdentified'
  }
}
