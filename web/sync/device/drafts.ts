import type { UseStore } from 'idb-keyval'
import { create } from 'zustand'
import { strictStore } from '#web/sync/storage/strict-store.ts'

/** Half-typed texts of the signed-in person, by what they are for. Kept on this device until they are sent or emptied. */
const useDrafts = create<{ drafts: Readonly<Record<string, string>> }>(() => ({ drafts: {} }))

type Draft = { name: string; text: string }

let store: UseStore | undefined
const stored: UseStore = async (mode, work) => {
  // A browser that stores nothing throws here.
  store ??= strictStore('fettle-drafts', 'drafts')
  return store(mode, work)
}
let owner: string | undefined

/** Reads this person's drafts; returns how to close them. */
export function openDrafts(person: string): () => void {
  owner = person
  draftsOf(person).then(
    (drafts) => owner === person && useDrafts.setState((now) => ({ drafts: { ...drafts, ...now.drafts } })),
    report,
  )
  return () => {
    if (owner !== person) return
    owner = undefined
    useDrafts.setState({ drafts: {} })
  }
}

/** The text typed so far, and how to change it. An empty text is no draft, unless the field begins with another. */
export function useDraft(name: string, initial = ''): [string, (text: string) => void] {
  const text = useDrafts(({ drafts }) => drafts[name]) ?? initial
  return [text, (typed) => setDraft(name, typed === initial ? undefined : typed)]
}

/** Keeps a text, or drops it. */
export function setDraft(name: string, text: string | undefined) {
  useDrafts.setState(({ drafts: { [name]: _, ...others } }) => ({
    drafts: text === undefined ? others : { ...others, [name]: text },
  }))
  if (owner === undefined) return
  const key = [owner, name]
  const draft: Draft = { name, text: text ?? '' }
  stored('readwrite', async (records) => {
    await (text === undefined ? done(records.delete(key)) : done(records.put(draft, key)))
  }).catch(report)
}

/** Deletes a person's drafts from this device. */
export const wipeDrafts = (person: string): Promise<void> =>
  stored('readwrite', (records) => done(records.delete(rangeOf(person)))).then(() => undefined, report)

/** Deletes the signed-in person's drafts; call it while they are signed in. */
export function draftWiping(): () => Promise<void> {
  const person = owner
  return async () => (person === undefined ? undefined : wipeDrafts(person))
}

async function draftsOf(person: string): Promise<Readonly<Record<string, string>>> {
  const found = await stored('readonly', (records) => done<Draft[]>(records.getAll(rangeOf(person))))
  return Object.fromEntries(found.map(({ name, text }) => [name, text]))
}

const rangeOf = (person: string) => IDBKeyRange.bound([person], [person, []])

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const report = (error: unknown) => console.error('This browser does not keep drafts', error)
