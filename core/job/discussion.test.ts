import { describe, expect, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import { by, dana, given, idOf, jobAfter, jobId, maya, priya, tom } from '#test/core/given-when-then.ts'
import { imageAdded, imageId, jobCreated, note, noteAdded, noteId, picture } from '#test/core/job-events.ts'
import { commands } from './messages.ts'
import { nextVisitHours, nextVisitPeople } from './values.ts'

const addNote = (text: string): Command => ({ type: 'AddNote', data: { jobId, noteId, note: text } })
const deleteNote: Command = { type: 'DeleteNote', data: { jobId, noteId } }
const addImage: Command = { type: 'AddImage', data: { jobId, ...picture } }
const deleteImage: Command = { type: 'DeleteImage', data: { jobId, imageId } }
const nextVisit: Command = { type: 'SetNextVisit', data: { jobId, nextVisitHours: 1.5, nextVisitPeople: 2 } }

describe('the discussion', () => {
  test('anyone may comment', () => {
    for (const person of [dana, priya, tom])
      given(jobCreated)
        .when(addNote(`  ${note} `), person)
        .gives(noteAdded)
  })
  test('a comment must not be empty', () =>
    given(jobCreated).when(addNote(' \n '), tom).refuses('Write something first.', 'note'))
  test('a comment is added only once', () =>
    given(jobCreated, by(tom, noteAdded)).when(addNote(note), tom).givesNothing())
  test('a comment can be deleted by its author', () =>
    given(jobCreated, by(tom, noteAdded)).when(deleteNote, tom).gives({ type: 'NoteDeleted', data: { noteId } }))
  test('nobody else can delete a comment, not even the owner', () => {
    for (const person of [dana, priya, maya])
      given(jobCreated, by(tom, noteAdded))
        .when(deleteNote, person)
        .refuses('A comment can be deleted only by its author.')
  })
  test('a deleted comment cannot be deleted again', () =>
    given(jobCreated).when(deleteNote).refuses('Comment not found.'))
})

describe('images', () => {
  test('a photo that came with a report is the tenant’s, although the office added it', () => {
    const brought = by(priya, { type: 'ImageAdded', data: { ...picture, reportId: idOf('f', 971) } })
    expect(jobAfter(jobCreated, brought).images).toMatchObject([{ imageId, userId: '', userRole: 'tenant' }])
  })
  test('anyone may add an image', () => {
    for (const person of [dana, priya, tom]) given(jobCreated).when(addImage, person).gives(imageAdded)
  })
  test('an image may have the time it was taken, with or without an offset from UTC, and in no other form', () => {
    const takes = (takenAt: string) => commands.AddImage.safeParse({ jobId, ...picture, takenAt }).success
    expect(['2026-11-20T09:08:41', '2026-11-20T10:08:41+01:00'].map(takes)).toEqual([true, true])
    expect(['yesterday', '2026-02-30T09:08:41', '2026-11-20', '0000-01-01T00:00:00'].map(takes)).not.toContain(true)
  })
  test('an image is added only once', () => given(jobCreated, imageAdded).when(addImage, tom).givesNothing())
  test('an image can be deleted by its uploader or the office', () => {
    for (const person of [tom, dana, priya])
      given(jobCreated, by(tom, imageAdded))
        .when(deleteImage, person)
        .gives({ type: 'ImageDeleted', data: { imageId } })
  })
  test('another team member cannot delete it', () =>
    given(jobCreated, by(tom, imageAdded))
      .when(deleteImage, maya)
      .refuses('An image can be changed or deleted only by its uploader or the office.'))
  test('a deleted image cannot be deleted again', () => given(jobCreated).when(deleteImage).refuses('Image not found.'))
})

describe('the next visit', () => {
  test('the team sets hours and people', () =>
    given(jobCreated)
      .when(nextVisit, tom)
      .gives({ type: 'NextVisitSet', data: { nextVisitHours: 1.5, nextVisitPeople: 2 } }))
  test('the same values record nothing', () =>
    given(jobCreated, { type: 'NextVisitSet', data: { nextVisitHours: 1.5, nextVisitPeople: 2 } })
      .when(nextVisit)
      .givesNothing())
  test('only the hours and people on offer are accepted', () => {
    const takes = (hours: number, people: number) =>
      commands.SetNextVisit.safeParse({ jobId, nextVisitHours: hours, nextVisitPeople: people }).success
    expect(nextVisitHours.every((hours) => takes(hours, 0))).toBe(true)
    expect(nextVisitPeople.every((people) => takes(0, people))).toBe(true)
    expect([takes(4.5, 0), takes(5.5, 0), takes(9, 0), takes(0, 6), takes(-1, 0)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

for (const command of [addNote(note), deleteNote, addImage, deleteImage, nextVisit]) {
  test(`${command.type} needs a job`, () => given().when(command, tom).refuses('Job not found.'))
}
