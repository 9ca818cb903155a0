import sharp from 'sharp'
import type { PackTask, Question } from '#api/evidence/pack-messages.ts'
import { jobRef } from '#core/job/values.ts'
import { by, companyId, dana, type Given, idOf, jobId, now, recorded, tom } from '#test/core/given-when-then.ts'
import { completed, imageAdded, jobWithTwoTasks, picture, tap, warned } from '#test/core/job-events.ts'
import { newKey, rowsOf } from '#test/server/sealed-files.ts'

/** The words of a long comment, and letters of other fonts. */
const words =
  'Nobody opened at Siobh\u00e1n\u2019s. \u0141ukasz rang twice, \u00a35 for parking; \u0633\u0644\u0627\u0645 '.repeat(
    3,
  )

const noted = (nth: number): Given =>
  by(tom, { type: 'NoteAdded', data: { noteId: idOf('d', nth + 1), note: `${nth}. ${words}` } })

/** The making of a pack of a job with so many comments and three photos, whose key is a new one. */
export function packTask(comments: number): PackTask {
  const photos = [1, 2, 3].map((nth): Given => {
    const src = `/${companyId}/${String(nth).repeat(64)}.webp`
    return by(tom, { ...imageAdded, type: 'ImageAdded', data: { ...picture, imageId: idOf('e', nth), src } })
  })
  const notes = Array.from({ length: comments }, (_, nth) => noted(nth))
  const changes = [by(tom, warned('', 'no access')), by(tom, completed(tap))]
  const history = recorded(jobWithTwoTasks, ...photos, ...notes, ...changes)
  const rows = rowsOf(history, 1)
  const last = rows.at(-1)
  const head = { epoch: 1, seq: rows.length, hash: last?.hash.toString('hex') ?? '' }
  return {
    facts: {
      of: { companyId, jobId, jobRef: jobRef(213) },
      company: 'Harrow & Pike',
      contact: [],
      logo: undefined,
      law: 'england-social',
      choice: { copy: 'office', prices: true, notes: true, zone: 'Europe/London' },
      rows,
      erasures: new Map(),
      people: new Map([
        [dana.userId, { username: 'dana.whitfield' }],
        [tom.userId, { username: 'tom.okafor' }],
      ]),
      proof: {
        ...{ jobId, state: 'verified', events: rows.length, firstSeq: 1, lastSeq: rows.length, hash: head.hash, head },
        checkedUpTo: rows.length,
      },
      signedHead: undefined,
      preparedAt: now,
      checkedAt: now,
      preparedBy: { name: 'dana.whitfield', role: 'owner' },
    },
    headKey: newKey(),
    format: 'pdf',
    verifyAddress: 'fettle.example/verify',
  }
}

/** A small photo, as a JPEG. */
export const smallJpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#864' } })
    .jpeg()
    .toBuffer()

/** Answers a pack's process like a reader that takes everything; every photo is this one. */
export function packReader(jpeg: Uint8Array) {
  const pieces: Uint8Array[] = []
  const asked: Question['of'][] = []
  const answerTo = async (question: Question) => {
    asked.push(question.of)
    if (question.of === 'bytes') pieces.push(question.bytes)
    return question.of === 'photo' ? { photo: { jpeg, width: 40, height: 30 } } : {}
  }
  return { answerTo, asked, received: () => Buffer.concat(pieces) }
}
