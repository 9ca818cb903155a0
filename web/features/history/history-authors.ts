import { useMemo } from 'react'
import type { HistoryEntry } from '#core/history/history.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { nameAt } from '#core/member/names.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { useUser } from '#web/client/use-user.ts'
import type { JobHistory } from '#web/sync/reads/job-history/pages.ts'
import { type PersonName, usePeople } from '#web/sync/reads/people.ts'
import type { PersonLook } from '#web/ui/marks/person.tsx'
import { lookAs } from './look-then.ts'

/** What an entry needs to know of the history it belongs to. */
export type EntryContext = {
  jobId: string
  history: JobHistory
  /** The stored event of a version. */
  eventAt: ReadonlyMap<number, StoredEvent>
  zone: string
  chosen: number | undefined
}

/** Looks up people's names at the time when something was recorded, and entries' authors. */
export type Authors = { namesAt(recordedAt: string): NameOf; authorOf(entry: HistoryEntry): Author }
type NameOf = (userId: string) => string

type Author = { name: string; role: PersonName['role'] | undefined; look: PersonLook | undefined; known: boolean }

/** Entries' authors, as far as the user may know them. Called once per list, not per row. */
export function useAuthors(): Authors {
  const people = usePeople()
  const { userRole } = useUser()
  return useMemo(() => authorsOf(people, userRole), [people, userRole])
}

function authorsOf(people: ReadonlyMap<string, PersonName>, userRole: Role): Authors {
  const namesAt = (recordedAt: string) => (userId: string) => {
    const person = people.get(userId)
    return person ? nameAt(person, recordedAt) : ''
  }
  const authorOf = ({ actorId, actorRole, recordedAt }: HistoryEntry): Author => {
    const person = actorId === undefined ? undefined : people.get(actorId)
    if (actorRole === 'tenant') return { name: 'The tenant', role: undefined, look: undefined, known: true }
    const role = actorRole === 'system' ? person?.role : actorRole
    // Users who may not know the author see only that it was the office.
    const name = actorId === undefined ? (isOffice(userRole) ? 'Fettle' : 'The office') : namesAt(recordedAt)(actorId)
    return { name, role, look: lookAs(name, person), known: actorId !== undefined }
  }
  return { namesAt, authorOf }
}
