import { nameOfPerson } from './names.ts'

const none = 3

/** Someone who can be suggested, by the full name and the username. */
type Person = { username: string; fullName?: string | undefined }

/**
 * The people that a typed text can mean, the likeliest first: Enter picks that one. A name that begins with the text comes before
 * one with a later word that does, and that before one that only contains it. Without a text it is everybody.
 */
export function matchingPeople<One extends Person>(people: readonly One[], typed: string): One[] {
  const text = typed.trim().toLowerCase()
  const rank = (given: string) => {
    const name = given.toLowerCase()
    if (name.startsWith(text)) return 0
    if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text))) return 1
    return name.includes(text) ? 2 : none
  }
  return people
    .flatMap((person) => {
      const place = Math.min(rank(nameOfPerson(person)), rank(person.username))
      return place === none ? [] : [{ person, place }]
    })
    .sort((one, other) => one.place - other.place)
    .map(({ person }) => person)
}
