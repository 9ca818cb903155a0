import fc from 'fast-check'
import type { CommandType } from '#core/ledger/ledger.ts'

/** A command of a type with random data. */
export const commandOf = <T extends CommandType, D>(type: T, data: fc.Arbitrary<D>) =>
  fc.record({ type: fc.constant(type), data })
