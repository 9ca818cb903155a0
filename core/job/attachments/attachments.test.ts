import { describe, expect, test } from 'vitest'
import { type Attachment, mostAttachments } from '#core/attachments/attachments.ts'
import { historyOf } from '#core/history/history.ts'
import { undoOf } from '#core/history/undo.ts'
import { openJobFold } from '#core/job/fold/job-fold.ts'
import { type Command, forTeam, isJobEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import {
  by,
  companyId,
  dana,
  type Given,
  given,
  idOf,
  jobAfter,
  jobId,
  maya,
  now,
  priya,
  recorded,
  tom,
} from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'

const fileId = idOf('f', 60)
const file = {
  fileId,
  src: `/${companyId}/${'ab'.repeat(32)}.file`,
  name: 'Quote.docm',
  size: 4_096,
  kind: 'word' as const,
  macros: true as const,
}
const add = (forTeam?: boolean): Command => ({
  type: 'AddAttachment',
  data: { jobId, ...file, ...(forTeam === undefined ? {} : { forTeam }) },
})
const named = (type: 'ShareAttachment' | 'TakeBackAttachment' | 'DeleteAttachment'): Command => ({
  type,
  data: { jobId, fileId },
})
const added: Given = { type: 'AttachmentAdded', data: file }
const ofOffice: Given = { type: 'OfficeAttachmentAdded', data: file }
const shared: Given = { type: 'AttachmentShared', data: file }
const takenBack: Given = { type: 'AttachmentTakenBack', data: { fileId } }

describe('a file on a job', () => {
  test('is for the office alone, unless it is given to the team', () => {
    for (const person of [dana, priya]) given(jobCreated).when(add(), person).gives(ofOffice)
    given(jobCreated).when(add(true), dana).gives(added)
  })
  test('of the team is for everybody, whatever is asked', () => {
    for (const asked of [undefined, false, true]) given(jobCreated).when(add(asked), tom).gives(added)
  })
  test('is added once', () => {
    given(jobCreated, ofOffice).when(add(true), dana).givesNothing()
    given(jobCreated, added).when(add(), dana).givesNothing()
  })
  test('is given to the team and taken back by the office alone', () => {
    given(jobCreated, ofOffice).when(named('ShareAttachment'), priya).gives(shared)
    given(jobCreated, ofOffice, shared).when(named('ShareAttachment'), priya).givesNothing()
    given(jobCreated, ofOffice, shared).when(named('TakeBackAttachment'), dana).gives(takenBack)
    given(jobCreated, ofOffice).when(named('TakeBackAttachment'), dana).givesNothing()
    for (const type of ['ShareAttachment', 'TakeBackAttachment'] as const)
      given(jobCreated, added).when(named(type), tom).refuses('Only the office may do this.')
  })
  test('is deleted by its uploader or the office', () => {
    for (const person of [tom, dana])
      given(jobCreated, by(tom, added))
        .when(named('DeleteAttachment'), person)
        .gives({ type: 'AttachmentDeleted', data: { fileId } })
    given(jobCreated, by(tom, added))
      .when(named('DeleteAttachment'), maya)
      .refuses('A file can be deleted only by its uploader or the office.')
    given(jobCreated, ofOffice)
      .when(named('DeleteAttachment'), dana)
      .gives({ type: 'OfficeAttachmentDeleted', data: { fileId } })
  })
  test('that the team may not see is as one that does not exist', () => {
    given(jobCreated, ofOffice).when(named('DeleteAttachment'), tom).refuses('File not found.')
    given(jobCreated, by(tom, added), takenBack).when(named('DeleteAttachment'), tom).refuses('File not found.')
  })
  test('is one of a hundred at most, those of the office included', () => {
    const many = Array.from({ length: mostAttachments }, (_, nth): Given => {
      const data = { ...file, fileId: idOf('f', 100 + nth) }
      return nth % 2 === 0 ? { type: 'AttachmentAdded', data } : { type: 'OfficeAttachmentAdded', data }
    })
    given(jobCreated, ...many)
      .when(add(), dana)
      .refuses('This job has 100 files, the most that one job can have. Delete one before you add another.')
  })
})

describe('the team', () => {
  const past = [jobCreated, ofOffice, shared, takenBack, shared] as const
  test('never hears of a file before it is given to it', () => {
    expect(JSON.stringify(visible('team', jobAfter(jobCreated, ofOffice)))).not.toContain('Quote')
    expect(JSON.stringify(forTeam(recorded(jobCreated, ofOffice)))).not.toContain('Quote')
    expect(JSON.stringify(visible('team', jobAfter(...past.slice(0, 4))))).not.toContain('Quote')
  })
  test('folds what it may see to what the server shows it', () => {
    for (let length = 1; length <= past.length; length += 1) {
      const events = recorded(...past.slice(0, length))
      const own = openJobFold()
      for (const event of forTeam(events).filter(isJobEvent)) own.add(event)
      const files = (list: Attachment[] = []) => list.map(({ name, userId }) => ({ name, userId }))
      expect(files(own.job()?.attachments)).toEqual(
        files(visible('team', jobAfter(...past.slice(0, length))).attachments),
      )
    }
  })
})

test('the history says what became of a file, and each change can be undone', () => {
  const events = recorded(jobCreated, ofOffice, shared, takenBack)
  expect(historyOf(events).map(({ sentence }) => sentence)).toEqual([
    'took back a file from the team: Quote.docm',
    'gave the team a file: Quote.docm',
    'attached a file for the office: Quote.docm',
    'created the job',
  ])
  const context = { actorId: dana.userId, actorRole: dana.role, companyId, at: now, facts: {} }
  const undoLast = (...past: Given[]) => {
    const last = recorded(...past).findLast(isJobEvent)
    return last && undoOf(last, jobAfter(...past.slice(0, -1)), jobAfter(...past), context)
  }
  expect(undoLast(jobCreated, ofOffice)).toEqual(named('DeleteAttachment'))
  expect(undoLast(jobCreated, ofOffice, shared)).toEqual(named('TakeBackAttachment'))
  expect(undoLast(jobCreated, ofOffice, shared, takenBack)).toEqual(named('ShareAttachment'))
  expect(undoLast(jobCreated, ofOffice, { type: 'OfficeAttachmentDeleted', data: { fileId } })).toMatchObject({
    error: 'A deleted file cannot be restored. Attach it again.',
  })
})
