import type { CompanyEntry } from '#core/history/company-entry.ts'
import { usePeople } from '#web/sync/reads/people.ts'

/** Who did something: a person, in the role they had then, or automatically Fettle or the card provider. */
export function useActors() {
  const people = usePeople()
  const nameOf = (userId: string) => people.get(userId)?.username ?? ''
  const actorOf = ({ by, actorId = '', actorRole }: CompanyEntry) =>
    by === 'person'
      ? { name: nameOf(actorId), role: actorRole === 'system' ? people.get(actorId)?.role : actorRole }
      : { name: by === 'stripe' ? 'Stripe' : 'Fettle', role: undefined }
  return { nameOf, actorOf }
}

/** An entry's text after its author. */
export const entryText = ({ sentence, why, importedFrom }: Pick<CompanyEntry, 'sentence' | 'why' | 'importedFrom'>) =>
  [
    why ? `${sentence}: ${why}` : sentence,
    importedFrom === undefined ? '' : importedFrom ? `imported from ${importedFrom}` : 'imported from a file',
  ]
    .filter(Boolean)
    .join(', ')
