/** The library for passkeys. It is loaded when a passkey is first used: loading it is a sixth of the server's start. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
