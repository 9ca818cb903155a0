import type { PersonHere } from '#web/client/here/people-here.ts'

/** The people on this device with why each is gone: with an erased company everybody of it is. */
export function withWhy<Person extends PersonHere>(people: readonly Person[]): Omit<Person, 'removed'>[] {
  const erased = new Set(people.flatMap(({ gone, companyId }) => (gone === 'account-erased' ? companyId : [])))
  return people.map(({ removed, ...person }) => {
    if (erased.has(person.companyId)) return { ...person, gone: 'account-erased' }
    return removed ? { ...person, gone: 'account-removed' } : person
  })
}
