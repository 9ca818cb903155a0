import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { type Drafter, draftWiping, mostDrafts, openDrafts, setDraft, wipeDrafts } from './drafts.ts'

const tom: Drafter = { person: 'tom', role: 'team' }
const dana: Drafter = { person: 'dana', role: 'owner' }

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

test('a half-typed text is kept until it is sent or emptied', async () => {
  close = openDrafts(tom)
  setDraft('comment a', 'Gate')
  setDraft('comment a', 'Gate code 44')
  setDraft('comment b', 'Ask')
  await vi.waitFor(async () => expect(await draftsOn('tom')).toHaveLength(2))
  close()
  close = openDrafts(tom)
  setDraft('comment b', undefined)
  await vi.waitFor(async () =>
    expect(await draftsOn('tom')).toMatchObject([{ name: 'comment a', text: 'Gate code 44' }]),
  )
})

test('another person, or the same one in another role, finds none of it, and it is deleted', async () => {
  close = openDrafts(dana)
  setDraft('task price a', '85')
  await vi.waitFor(async () => expect(await draftsOn('dana')).toHaveLength(1))
  close()
  close = openDrafts({ ...dana, role: 'team' })
  await vi.waitFor(async () => expect(await draftsOn('dana')).toEqual([]))
  setDraft('comment a', 'Gate code 44')
  await vi.waitFor(async () => expect(await draftsOn('dana')).toHaveLength(1))
  close()
  close = openDrafts(tom)
  await vi.waitFor(async () => expect(await draftsOn('dana')).toEqual([]))
})

test('the newest texts of the last 30 days are kept, and no more than 100', async () => {
  vi.useFakeTimers({ now: new Date('2026-10-20T09:00:00Z'), toFake: ['Date'] })
  close = openDrafts(tom)
  setDraft('too old', 'Gate')
  vi.setSystemTime('2026-11-20T09:00:00Z')
  for (let at = 0; at <= mostDrafts; at += 1) {
    vi.setSystemTime(Date.parse('2026-11-20T09:00:00Z') + at)
    setDraft(`comment ${at}`, 'Gate')
  }
  await vi.waitFor(async () => expect(await draftsOn('tom')).toHaveLength(mostDrafts + 2))
  close()
  close = openDrafts(tom)
  await vi.waitFor(async () => expect(await draftsOn('tom')).toHaveLength(mostDrafts))
  const kept = JSON.stringify(await draftsOn('tom'))
  expect(kept).not.toContain('too old')
  expect(kept).not.toContain('"comment 0"')
  vi.useRealTimers()
})

test('logging out deletes the drafts of the person who logs out', async () => {
  close = openDrafts(tom)
  setDraft('comment a', 'Gate code')
  const wipe = draftWiping()
  close()
  await wipe()
  expect(await draftsOn('tom')).toEqual([])
})
