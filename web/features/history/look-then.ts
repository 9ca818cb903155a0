import type { PersonName } from '#web/sync/reads/people.ts'
import type { PersonLook } from '#web/ui/marks/person.tsx'

/** How a person is marked beside the name that they had then: initials of now fit only the name of now. */
export const lookAs = (name: string, person: PersonName | undefined): PersonLook | undefined =>
  person && person.name !== name ? { colour: person.look.colour } : person?.look
