import type { UseStore } from 'idb-keyval'
import { create } from 'zustand'
import type { Role } from '#core/model/messages.ts'
import { committed, strictStore } from '#web/sync/storage/strict-store.ts'

/** Half-typed texts of the signed-in person, by what they are for. Kept on this device until they are sent or emptied. */
const useDrafts = create<{ drafts: Readonly<Record<string, string>> }>(() => ({ drafts: {} }))

/** A text as stored. One kept by an earlier build has neither role nor time (milliseconds since 1970). */
type Draft = { name: string; text: string; role?: Role; at?: number }
export type Drafter = { person: string; role: Role }

/** How long a text is kept after it was last changed, in milliseconds, and how many are kept. */
const keptFor = 30 * 24 * 60 * 60_000
export const mostDrafts = 100

let store: UseStore | undefined
const stored: UseStore = async (mode, work) => {
  // A browser that stores nothing throws here.
  store ??= strictStore('fettle-drafts', 'drafts')
  return store(mode, work)
}
let owner: Drafter | undefined

/** Reads this person's drafts, and deletes those of anybody else, of another role, and old ones; returns how to close them. */
export function openDrafts(drafter: Drafter): () => void {
  owner = drafter
  tidied(drafter).then(
    (drafts) => owner === drafter && useDrafts.setState((now) => ({ drafts: { ...drafts, ...now.drafts } })),
    report,
  )
  return () => {
    if (owner !== drafter) return
    owner = undefined
    useDrafts.setState({ drafts: {} })
  }
}

/** The text typed so far, how to change it, and how to drop it. An empty text is no draft, unless the field begins with another. */
export function useDraft(name: string, initial = ''): [string, (text: string) => void, () => void] {
  const text = useDrafts(({ drafts }) => drafts[name]) ?? initial
  return [text, (typed) => setDraft(name, typed === initial ? undefined : typed), () => setDraft(name, undefined)]
}

/** Keeps a text, or drops it. */
export function setDraft(name: string, text: string | undefined) {
  useDrafts.setState(({ drafts: { [name]: _, ...others } }) => ({
    drafts: text === undefined ? others : { ...others, [name]: text },
  }))
  if (owner === undefined) return
  const { person, role } = owner
  const key = [person, name]
  const draft: Draft = { name, text: text ?? '', role, at: Date.now() }
  stored('readwrite', async (records) => {
    if (text === undefined) records.delete(key)
    else records.put(draft, key)
    await committed(records.transaction)
  }).catch(report)
}

/** How many drafts of a person this device keeps. */
export const countDrafts = (person: string): Promise<number> =>
  stored('readonly', (records) => done(records.count(rangeOf(person)))).catch((error) => {
    report(error)
    return 0
  })

/** Deletes a person's drafts from this device. */
export const wipeDrafts = (person: string): Promise<void> =>
  stored('readwrite', (records) => done(records.delete(rangeOf(person)))).then(() => undefined, report)

/** Deletes the signed-in person's drafts; call it while they are signed in. */
export function draftWiping(): () => Promise<void> {
  const person = owner?.person
  return async () => (person === undefined ? undefined : wipeDrafts(person))
}

/** Deletes in one transaction what this person may not find again, and returns the rest. */
async function tidied({ person, role }: Drafter): Promise<Readonly<Record<string, string>>> {
  const now = Date.now()
  const kept = await stored('readwrite', async (records) => {
    const mine = await done<Draft[]>(records.getAll(rangeOf(person)))
    const staying = mine
      .filter(({ role: by = role, at = now }) => by === role && at > now - keptFor)
      .sort((one, two) => (two.at ?? 0) - (one.at ?? 0))
      .slice(0, mostDrafts)
    await done(records.clear())
    await Promise.all(staying.map((draft) => done(records.put(draft, [person, draft.name]))))
    return staying
  })
  return Object.fromEntries(kept.map(({ name, text }) => [name, text]))
}

const rangeOf = (person: string) => IDBKeyRange.bound([person], [person, []])

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const report = (error: unknown) => console.error('Drafts are not kept', error)
