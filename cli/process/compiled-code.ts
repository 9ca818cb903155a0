import { fileURLToPath } from 'node:url'

/**
 * The folder in which Node keeps the compiled code of the programs when they end, so that the next start compiles only what has
 * changed. Where it cannot be written to, every start compiles everything.
 */
export const compiledCode = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
