import type { Request, Response } from 'express'
import multer from 'multer'
import { HttpFailure, invalid } from '#api/http/errors.ts'
import { uploadLimits } from '#core/wire/images.ts'

/** A received form. Its files are in the folder under generated names; the original names are ignored. */
export type Received = { files: { path: string; size: number }[]; fields: Record<string, unknown> }

/** Reads a multipart form into a folder. Throws a 4xx if it is malformed or exceeds a limit. */
export async function receiveFiles(req: Request, res: Response, folder: string): Promise<Received> {
  if (!req.is('multipart/form-data'))
    throw new HttpFailure(415, { error: 'Send the photos as multipart/form-data.', code: 'unsupported-media-type' })
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) throw tooLarge
  const read = multer({
    storage: multer.diskStorage({ destination: (_req, _file, done) => done(null, folder) }),
    defParamCharset: 'utf8',
    limits: {
      files: uploadLimits.files,
      fileSize: uploadLimits.fileSize,
      fields: 10,
      fieldSize: 64 * 1024,
      fieldNameSize: 100,
      fieldNestingDepth: 0,
      parts: uploadLimits.files + 10,
      headerPairs: 20,
    },
  }).array('images', uploadLimits.files)
  // The client left while it was being authenticated: the form would never end.
  if (req.destroyed) throw brokenUpload
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  read(req, res, (error: unknown) => (error ? reject(error) : resolve()))
  await promise.catch((error: unknown) => {
    throw failureOf(error)
  })
  const fields: Record<string, unknown> = { ...req.body }
  return { files: Array.isArray(req.files) ? req.files : [], fields }
}

const brokenUpload = invalid('Upload failed', undefined, 'broken-upload')

const mostBytes = uploadLimits.files * uploadLimits.fileSize + 1024 * 1024
const tooLarge = new HttpFailure(413, {
  error: `A photo may be at most ${uploadLimits.fileSize / 1024 / 1024} MB.`,
  code: 'too-large',
  field: 'images',
})

/** A full disk, for instance, is the server's fault; everything else is the form's. */
function failureOf(error: unknown): unknown {
  if (error instanceof multer.MulterError) {
    const { code, field } = error
    if (code === 'LIMIT_FILE_SIZE') return tooLarge
    if (code === 'LIMIT_FILE_COUNT')
      return invalid(`At most ${uploadLimits.files} photos can be sent at once.`, 'images', 'too-many-files')
    const known = field && /^\w{1,100}$/.test(field) ? field : undefined
    return invalid(`The form is malformed: ${error.message}.`, known, 'broken-upload')
  }
  if (error instanceof Error && 'syscall' in error) return error
  return brokenUpload
}
