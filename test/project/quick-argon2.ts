import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

const argon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

/**
 * Argon2 at its lowest cost, in place of the real one in tests with a database: they register some two thousand people, and a hash
 * takes 40 ms of a core. Programs of their own hash as always.
 */
const least = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const hash = (password: string, options?: Argon2.Options) => argon2.hash(password, { ...options, ...least })
export const hashRaw = (password: string, options?: Argon2.Options) =>
  argon2.hashRaw(password, { ...options, ...least })
export const { verify } = argon2
