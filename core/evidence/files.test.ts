import { expect, test } from 'vitest'
import { by, companyId, dana, type Given, idOf, recorded, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { type EvidenceChoice, evidenceOf } from './evidence.ts'
import { filesOf } from './files.ts'

const choice: EvidenceChoice = { copy: 'office', prices: false, notes: true, zone: 'Europe/London' }
const file = (nth: number, name: string) => ({
  ...{ fileId: idOf('f', nth), src: `/${companyId}/${'ab'.repeat(32)}.file`, name, size: 184_320 },
  kind: 'pdf' as const,
})
const record: Given = by(tom, { type: 'AttachmentAdded', data: file(40, 'Record.pdf') })
const quote: Given = by(dana, { type: 'OfficeAttachmentAdded', data: file(41, 'Quote.pdf') })
const shared: Given = by(dana, { type: 'AttachmentShared', data: file(41, 'Quote.pdf') })
const deleted: Given = by(tom, { type: 'AttachmentDeleted', data: { fileId: idOf('f', 40) } })

test('a pack has each file once with its SHA-256, and says which were deleted since', () => {
  const log = recorded(jobCreated, record, quote, shared, deleted)
  expect(filesOf(evidenceOf(log, choice), false)).toMatchObject([
    {
      version: 2,
      name: 'Record.pdf',
      sha256: 'ab'.repeat(32),
      actorId: tom.userId,
      goneAt: '2026-11-19T08:04:01.000Z',
    },
    { version: 3, name: 'Quote.pdf', sha256: 'ab'.repeat(32), actorId: dana.userId },
  ])
})

test('a copy for the team has the files that the team was given, from when it was', () => {
  const takenBack: Given = { type: 'AttachmentTakenBack', data: { fileId: idOf('f', 41) } }
  const names = (...given: Given[]) =>
    filesOf(evidenceOf(recorded(...given), { ...choice, copy: 'team' }), true).map(({ name, goneAt }) => [name, goneAt])
  expect(names(jobCreated, record, quote)).toEqual([['Record.pdf', undefined]])
  expect(names(jobCreated, quote, shared)).toEqual([['Quote.pdf', undefined]])
  expect(names(jobCreated, quote, shared, takenBack)).toEqual([['Quote.pdf', '2026-11-19T08:03:01.000Z']])
})
