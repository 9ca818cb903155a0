import pg from 'pg'
import { UnsafeDatabase } from '#ledger/database/connect.ts'
import { QueueFull } from './company-queue.ts'

/**
 * Whether an error means that the database is temporarily unavailable (down, starting, full, too busy, disconnected, not safe) rather
 * than a bug. The caller may retry soon.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof QueueFull || error instanceof UnsafeDatabase) return true
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) return transient.test(code)
  const socketMissing = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return socketMissing || networkCodes.has(code) || brokenConnection.test(error.message)
}

/**
 * Connection lost (08), out of connections or space (53), stopping or starting (57P), lock timeout, read-only, or rolled back since two
 * transactions waited for each other.
 */
const transient = /^(08...|53...|57P..|55P03|25006|40P01)$/

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Messages of node-postgres errors that have no code. */
const brokenConnection =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/
