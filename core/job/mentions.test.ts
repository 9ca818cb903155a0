import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { given, idOf, jobId, maya, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { mentionsIn, partsOfNote, typedMention } from './mentions.ts'

const people = [
  { userId: tom.userId, name: 'Tom' },
  { userId: maya.userId, name: 'Tom Okafor' },
  { userId: jobId, name: 'dana.whitfield' },
]
const outsider = idOf('e', 77)
const noteId = idOf('d', 9)

describe('the names in a comment', () => {
  test('the longest name that fits is meant, in whatever case, and an address of mail is none', () => {
    expect(partsOfNote('Ask @tom okafor, then @Tom.', people)).toMatchObject([
      { text: 'Ask ' },
      { text: '@tom okafor', userId: maya.userId },
      { text: ', then ' },
      { text: '@Tom', userId: tom.userId },
      { text: '.' },
    ])
    expect(mentionsIn('@dana.whitfield and again @dana.whitfield', people)).toEqual([jobId])
    expect(mentionsIn('Mail keys@Tom or call @Tommy', people)).toEqual([])
  })
  test('the parts are the comment again, whatever is in it', () => {
    const words = fc.array(fc.constantFrom('@', 'Tom', ' ', 'Okafor', 'dana.whitfield', '\n', 'x', '🔑', 'İ'))
    fc.assert(
      fc.property(words, (all) => {
        const parts = partsOfNote(all.join(''), people)
        expect(parts.map(({ text }) => text).join('')).toBe(all.join(''))
      }),
    )
  })
  test('a name is being typed from its @ up to the cursor', () => {
    expect(typedMention('Ask @To', 7)).toEqual({ at: 4, typed: 'To' })
    expect(typedMention('@Tom Ok', 7)).toEqual({ at: 0, typed: 'Tom Ok' })
    expect(typedMention('Ask @', 5)).toEqual({ at: 4, typed: '' })
    expect(typedMention('Ask @To', 3)).toBeUndefined()
    for (const text of ['keys@To', '@ home', '@Tom\nand', `@${'x'.repeat(41)}`])
      expect(typedMention(text, text.length)).toBeUndefined()
  })
})

describe('naming people in a comment', () => {
  const addNote = (mentions: string[]) =>
    ({ type: 'AddNote', data: { jobId, noteId, note: '@Tom Okafor keys?', mentions } }) as const
  const recorded = (mentions: string[]) =>
    ({ type: 'NoteAdded', data: { noteId, note: '@Tom Okafor keys?', mentions } }) as const

  test('is recorded by their ids beside the words, each once, and names nobody where there are none', () => {
    given(jobCreated)
      .when(addNote([tom.userId, outsider, tom.userId]))
      .gives(recorded([tom.userId, outsider]))
    given(jobCreated)
      .when(addNote([]))
      .gives({ type: 'NoteAdded', data: { noteId, note: '@Tom Okafor keys?' } })
  })
})
