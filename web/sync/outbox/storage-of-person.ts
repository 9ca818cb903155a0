import { type Keeping, useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { withWriteAhead } from './ahead/write-ahead.ts'
import { withMemoryFallback } from './memory-fallback.ts'
import { indexedDbStorage, type OutboxStorage } from './outbox-storage.ts'

type OfPerson = { storage: OutboxStorage; changes: Keeping }

/** One for each person while the page lives: it may hold what the device could not keep. */
const storages = new Map<string, OfPerson>()
let shown: OfPerson | undefined

/** The stored commands of a person, who now uses this page: it shows where theirs are, and nobody else's. */
export function openStorageOf(owner: string): OutboxStorage {
  const person = storages.get(owner) ?? createFor(owner)
  shown = person
  useDeviceStorage.setState({ changes: person.changes })
  return person.storage
}

function createFor(owner: string): OfPerson {
  const kept = withMemoryFallback(indexedDbStorage(owner), (changes) => {
    person.changes = changes
    if (person === shown) useDeviceStorage.setState({ changes })
  })
  const storage = withWriteAhead(kept, owner)
  const person: OfPerson = { storage, changes: 'kept' }
  storages.set(owner, person)
  return person
}
