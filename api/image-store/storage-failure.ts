import type { Logger } from 'pino'
import { HttpFailure } from '#api/http/errors.ts'

/** Whether it was the store of pictures that failed, by the library's word for it. */
export const isOfStore = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('E_CANNOT_')

/** The store cannot be reached, or has no room: not the asker's fault, and perhaps better soon. */
export function storageFailure(log: Logger, error: unknown, words: string): HttpFailure {
  log.error({ err: isOfStore(error) ? (error.cause ?? error) : error }, 'the store of pictures fails')
  return new HttpFailure(503, { error: words, code: 'storage-unavailable' }, { 'Retry-After': '5' })
}
