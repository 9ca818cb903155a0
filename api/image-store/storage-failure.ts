import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { isDiskFull } from '#api/http/disk-full.ts'
import { HttpFailure } from '#api/http/errors.ts'

/** Whether the image store failed, judging by the library's error code. */
export const isStorageError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('E_CANNOT_')

/** 503: the store is unreachable or full, perhaps temporarily. Logs the cause. */
export function storageFailure(log: Logger, error: unknown, words: string): HttpFailure {
  log.error({ err: isStorageError(error) ? (error.cause ?? error) : error }, 'the image store failed')
  return new HttpFailure(503, { error: words, code: 'storage-unavailable' }, { 'Retry-After': '5' })
}

/** Answers uploads during which the store failed. */
export const failedUploads: ErrorRequestHandler = (error: unknown, req, _res, next) =>
  next(isStorageError(error) && !isDiskFull(error) ? storageFailure(req.log, error, 'Upload failed') : error)
