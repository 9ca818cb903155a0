import { expect, test } from 'vitest'
import { listenedTo, mayBeTold, typesFor } from './event-types.ts'

test('a webhook for the team hears of nothing that the team may not see', () => {
  const team = typesFor('team')
  for (const type of ['TaskPriced', 'JobInvoiced', 'JobReferred', 'MemberJoined', 'SiteAdded', 'TodoAdded'] as const)
    expect(team).not.toContain(type)
  expect(team).toEqual(expect.arrayContaining(['JobCreated', 'JobScheduled', 'NoteAdded', 'PartAdded']))
  expect(typesFor('office')).toEqual(expect.arrayContaining(team))
})

test('nobody hears of what is one person’s own', () => {
  expect(mayBeTold('office', 'TodoAdded')).toBe(false)
  expect(mayBeTold('office', 'TaskPriced')).toBe(true)
})

test('a webhook without chosen types hears of all that its audience sees', () => {
  expect(listenedTo('team', [])).toEqual(typesFor('team'))
  expect(listenedTo('team', ['NoteAdded', 'TaskPriced', 'Nothing'])).toEqual(['NoteAdded'])
})
