import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type pg from 'pg'
import { v5 as idFrom } from 'uuid'
import { failureOf } from '#api/commands/refused-command.ts'
import { whileRightsHold } from '#api/commands/while-rights-hold.ts'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { HttpFailure, invalid, parse, refused } from '#api/http/errors.ts'
import { whileConnected } from '#api/http/slots/in-slots.ts'
import type { UnfinishedPhoto } from '#api/image-store/piece-store.ts'
import { assemble, damaged, incomplete, mayPass } from '#api/images/pieces/assemble.ts'
import type { UploadParts } from '#api/images/upload/add-images.ts'
import { keepRefused } from '#api/images/upload/keep-refused.ts'
import { type NewFile, storeAndRecord } from '#api/images/upload/store-and-record.ts'
import type { UploadRoom } from '#api/images/upload/upload-room.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { AttachedFile } from '#core/attachments/attachments.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { audienceOf } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { type AttachedAnswer, type AttachFiles, attachFiles as attachRequest } from '#core/wire/jobs/attachments.ts'
import { readHead, readStream } from '#ledger/log/read.ts'
import { keptFile } from './kept-file.ts'
import { readFiles } from './read-files.ts'

const namespace = '6f0c7c3e-2b58-4c54-9d0e-7f6f0b0c2f11'

/** The id of the command that attaches a file. A retry has the same, so the ledger recognises it. */
const commandOfFile = (fileId: string) => idFrom(fileId, namespace)

/**
 * POST /api/:companyId/attachments: attaches files whose pieces have all arrived, all or none. The pieces are removed once the files are
 * attached or never can be. A repeated call gets the same answer.
 */
export const attachFiles =
  (parts: UploadParts, room: UploadRoom): RequestHandler<{ companyId: string }> =>
  async (req, res) => {
    const { member } = res.locals
    requireOwnCompany(member, req.params.companyId)
    const asked = parse(attachRequest, req.body)
    if (new Set(asked.files.map((one) => one.fileId)).size < asked.files.length)
      throw invalid('Each file must have an id of its own.', 'files')
    const { pieces } = parts.services.images
    const sent = asked.files.map(({ fileId, size, sha256 }): UnfinishedPhoto => {
      const { companyId, userId } = member
      return { companyId, userId, imageId: fileId, size, sha256 }
    })
    const removePieces = async () => {
      for (const one of sent) await pieces.remove(one)
    }
    const signal = whileConnected(res)
    const answer = await room(member, async (folder) => {
      const earlier = await attachedEarlier(parts, member, asked)
      if (earlier) return earlier
      const commands = asked.files.map(({ fileId, attempt }) => ({ commandId: commandOfFile(fileId), attempt }))
      return keepRefused(parts.context, member, commands, () =>
        attach(parts, member, asked, sent, { folder, signal }),
      ).catch(async (error: unknown) => {
        if (error instanceof HttpFailure && error.body.code !== 'pieces-missing' && !mayPass(error))
          await removePieces()
        throw error
      })
    })
    res.json(answer)
    await removePieces().catch((error: unknown) => req.log.warn({ err: error }, 'pieces of files remain'))
  }

async function attach(
  { services, context, outcomes }: UploadParts,
  member: MemberRights,
  { jobId, siteId, files, forTeam, givenAt }: AttachFiles,
  sent: readonly UnfinishedPhoto[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<AttachedAnswer> {
  if (jobId !== undefined) await requireJob(context.pool, member.companyId, jobId)
  const claim = { ...member, signal }
  const made: { data: AttachedAnswer['files'][number]; file: NewFile }[] = []
  for (const [at, { fileId, size, sha256, name, attempt }] of files.entries()) {
    const path = join(folder, `file-${at}`)
    const one = sent[at]
    const digest = one && (await assemble(services.images.pieces, one, path))
    if (digest === undefined) throw incomplete
    if (digest !== sha256) throw damaged
    const { about, from } = await keptFile({ at, path, digest, size, name }, { folder, claim, isForSite: !jobId })
    const data = { fileId, ...about }
    const command = addingTo({ jobId, siteId }, { ...data, ...(forTeam && { forTeam }) })
    const happenedAt = givenAt ?? context.now().toISOString()
    const stamped = { commandId: commandOfFile(fileId), happenedAt, ...(attempt && { attempt }), command }
    made.push({ data, file: { src: about.src, parts: [{ path: about.src, from }], stamped } })
  }
  const settled = await whileRightsHold(services, member, (now) =>
    outcomes.countedTogether(
      siteId === undefined ? 'AddAttachment' : 'AddSiteFile',
      () =>
        storeAndRecord(
          context,
          services.images.files,
          now,
          made.map((one) => one.file),
        ),
      (ended) => ('accepted' in ended ? ended.accepted : [ended.refused]),
    ),
  )
  if ('refused' in settled) throw failureOf(settled.refused)
  const seq = Math.max(...settled.accepted.map((one) => one.seq ?? 0))
  return { files: made.map((one) => one.data), seq }
}

/** Called first, so that nothing is assembled for a job that does not exist. A site may have no stream yet. */
async function requireJob(pool: pg.Pool, companyId: string, jobId: string) {
  const history = await readStream(pool, companyId, jobId, 1)
  if (history[0]?.stream !== 'job') throw refused(refuse('job-not-found'))
}

/** The command that adds a file to a job or a site. */
const addingTo = (
  { jobId, siteId = '' }: Pick<AttachFiles, 'jobId' | 'siteId'>,
  file: AttachedFile & { forTeam?: true },
): Command =>
  jobId === undefined
    ? { type: 'AddSiteFile', data: { siteId, ...file } }
    : { type: 'AddAttachment', data: { jobId, ...file } }

/** The answer of an earlier call that attached all of these files; undefined if there was none. Photos have other bytes than were sent. */
async function attachedEarlier(
  { services: { ledgerPool } }: UploadParts,
  { companyId, userId, role }: MemberRights,
  { jobId, siteId, files }: AttachFiles,
): Promise<AttachedAnswer | undefined> {
  const known = await readFiles(ledgerPool, { companyId, streamId: jobId ?? siteId ?? '' }, audienceOf(role))
  const attached = files.flatMap(({ fileId, sha256 }) =>
    known.filter(
      (one) => one.fileId === fileId && one.userId === userId && (one.kind === 'photo' || one.src.includes(sha256)),
    ),
  )
  if (attached.length < files.length) return undefined
  return { files: attached, seq: (await readHead(ledgerPool, companyId))?.seq ?? 0 }
}
