import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { draftWiping, openDrafts, setDraft, wipeDrafts } from './drafts.ts'

/** The drafts that a person has on this device. */
const draftsOn = async (person: string): Promise<unknown[]> => {
  const request = indexedDB.open('fettle-drafts')
  const database = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result)
  })
  const all = database
    .transaction('drafts')
    .objectStore('drafts')
    .getAll(IDBKeyRange.bound([person], [person, []]))
  await new Promise((resolve) => {
    all.onsuccess = resolve
  })
  database.close()
  return all.result
}
let close = () => {}
afterEach(async () => {
  close()
  for (const person of ['tom', 'dana']) await wipeDrafts(person)
})

test('a half-typed text is kept for its person alone, until it is sent or emptied', async () => {
  close = openDrafts('tom')
  setDraft('comment a', 'Gate')
  setDraft('comment a', 'Gate code 44')
  setDraft('comment b', 'Ask')
  await vi.waitFor(async () => expect(await draftsOn('tom')).toHaveLength(2))
  close()
  close = openDrafts('dana')
  setDraft('comment a', 'Price?')
  await vi.waitFor(async () => expect(await draftsOn('dana')).toEqual([{ name: 'comment a', text: 'Price?' }]))
  close()
  close = openDrafts('tom')
  setDraft('comment b', undefined)
  await vi.waitFor(async () => expect(await draftsOn('tom')).toEqual([{ name: 'comment a', text: 'Gate code 44' }]))
})

test('logging out deletes the drafts of the person who logs out', async () => {
  close = openDrafts('tom')
  setDraft('comment a', 'Gate code')
  const wipe = draftWiping()
  close()
  await wipe()
  expect(await draftsOn('tom')).toEqual([])
})
