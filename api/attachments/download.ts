import type { RequestHandler } from 'express'
import { HttpFailure, notFound, refused } from '#api/http/errors.ts'
import { isFilePath, keyOf } from '#api/image-store/image-paths.ts'
import { storageFailure } from '#api/image-store/storage-failure.ts'
import { rightsOf } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { audienceOf } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { type AttachmentAddress, signedAttachment } from '#core/wire/jobs/attachments.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { FileSigner, NamedFile } from './file-addresses.ts'
import { readFiles } from './read-files.ts'

/**
 * GET /api/jobs/:jobId/attachments/:fileId and /api/sites/:siteId/files/:fileId: an address for the download of a file that the reader may
 * see. `ofIdIn` reads the id of the job or site.
 */
export const tellAddress =
  (
    { ledgerPool }: Pick<Services, 'ledgerPool'>,
    signer: FileSigner,
    ofIdIn: (params: Partial<Record<string, string>>) => string,
  ): RequestHandler<{ fileId: string }> =>
  async (req, res) => {
    const { member } = res.locals
    const { companyId, role } = member
    const [ofId, fileId] = [ofIdIn(req.params), req.params.fileId.toLowerCase()]
    const files = await readFiles(ledgerPool, { companyId, streamId: ofId }, audienceOf(role))
    if (!files.some((one) => one.fileId === fileId)) throw refused(refuse('attachment-not-found'))
    const file = { companyId, ofId, fileId }
    const url = `${pathTo(paths.attachment, file)}?${signer.sign(file, member)}`
    res.json({ url } satisfies AttachmentAddress)
  }

/**
 * GET /assets/:companyId/attachments/:ofId/:fileId: the file, as a download and never as a page, while the session that the address was
 * given to stands and its person may see the file.
 */
export const download =
  (services: Services, signer: FileSigner): RequestHandler<NamedFile> =>
  async (req, res) => {
    res.set('Cache-Control', 'no-store')
    const { companyId, ofId, fileId } = req.params
    const file = { companyId, ofId, fileId }
    const query = signedAttachment.safeParse(req.query)
    const holder = query.success ? signer.read(file, query.data) : undefined
    const member = holder && (await rightsOf(services, { ...holder, companyId }))
    if (!member || member.needsSecondFactor) throw ended()
    const files = await readFiles(services.ledgerPool, { companyId, streamId: ofId }, audienceOf(member.role))
    const found = files.find((one) => one.fileId === fileId)
    if (!found || !isFilePath(found.src)) throw notFound()
    const bytes = await services.images.files.read(keyOf(found.src)).catch((error: unknown) => {
      throw storageFailure(req.log, error, 'The file cannot be read at the moment.')
    })
    if (!bytes) throw notFound()
    res.attachment(found.name).set({
      'Content-Security-Policy': "sandbox; default-src 'none'",
      // A browser has no program for this type, so it saves the file. Photos are Fettle's own, and shown in the list.
      'Content-Type': found.kind === 'photo' ? 'image/webp' : 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
    })
    res.send(bytes)
  }

const ended = () => new HttpFailure(403, { error: 'This address has expired.', code: 'not-signed' })
