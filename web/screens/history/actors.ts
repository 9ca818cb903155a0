import type { CompanyEntry } from '#core/history/company-entry.ts'
import { nameAt } from '#core/member/names.ts'
import { memberRole } from '#core/model/messages.ts'
import { lookAs } from '#web/features/history/look-then.ts'
import { usePeople } from '#web/sync/reads/people.ts'

/** Who did something: a person, by the name and in the role they had then, or automatically Fettle or the card provider. */
export function useActors() {
  const people = usePeople()
  /** Looks up names: those of the time when something was recorded. */
  const namesAt = (recordedAt: string) => (userId: string) => {
    const person = people.get(userId)
    return person ? nameAt(person, recordedAt) : ''
  }
  const actorOf = ({ by, actorId = '', actorRole, recordedAt }: CompanyEntry) => {
    if (by !== 'person') return { ...others[by], role: undefined, look: undefined }
    const person = people.get(actorId)
    const name = namesAt(recordedAt)(actorId)
    return { name, role: memberRole(actorRole) ?? person?.role, look: lookAs(name, person), tag: 'Automatic' }
  }
  return { namesAt, actorOf }
}

const others = {
  tenant: { name: 'The tenant', tag: 'By link' },
  stripe: { name: 'Stripe', tag: 'Automatic' },
  fettle: { name: 'Fettle', tag: 'Automatic' },
} as const

/** An entry's text after its author. */
export const entryText = ({ sentence, why, importedFrom }: Pick<CompanyEntry, 'sentence' | 'why' | 'importedFrom'>) =>
  [
    why ? `${sentence}: ${why}` : sentence,
    importedFrom === undefined ? '' : importedFrom ? `imported from ${importedFrom}` : 'imported from a file',
  ]
    .filter(Boolean)
    .join(', ')
