import type { Request, Response } from 'express'
import multer from 'multer'
import { HttpFailure, invalid } from '#api/http/errors.ts'
import { importLimits } from '#core/wire/imports.ts'

const megabyte = 1024 * 1024

/** Reads the form's one file. Throws a 4xx if the form is malformed, has no file, or one that is too large. */
export async function receiveFile(req: Request, res: Response): Promise<{ fileName: string; file: Buffer }> {
  if (!req.is('multipart/form-data'))
    throw new HttpFailure(415, { error: 'Send the file as multipart/form-data.', code: 'unsupported-media-type' })
  if (Number(req.headers['content-length'] ?? 0) > importLimits.bytes + megabyte) throw tooLarge
  const read = multer({
    storage: multer.memoryStorage(),
    defParamCharset: 'utf8',
    limits: { files: 1, fileSize: importLimits.bytes, fields: 0, fieldNestingDepth: 0, parts: 1, headerPairs: 20 },
  }).single('file')
  if (req.destroyed) throw broken
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  read(req, res, (error: unknown) => (error ? reject(error) : resolve()))
  await promise.catch((error: unknown) => {
    throw error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE' ? tooLarge : broken
  })
  if (!req.file) throw invalid('Choose a file.', 'file', 'no-file')
  return { fileName: plainName(req.file.originalname), file: req.file.buffer }
}

/** A file name that is safe to store and show: no path, no invisible characters. */
const plainName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/[\p{C}]/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, 200) || 'jobs.csv'

const tooLarge = new HttpFailure(413, {
  error: `A file can be at most ${importLimits.bytes / megabyte} MB. Split it into smaller ones.`,
  code: 'too-large',
  field: 'file',
})
const broken = invalid('Upload failed', 'file', 'broken-upload')
