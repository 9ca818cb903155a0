import type { PersonName } from '#web/sync/reads/people.ts'

/** The present team, by name; others have a row on days on which they have visits. */
export function laneOwners(people: ReadonlyMap<string, PersonName>): string[] {
  const team = [...people].filter(([, { role, hasLeft }]) => role === 'team' && !hasLeft)
  return team.toSorted(([, one], [, other]) => one.name.localeCompare(other.name, 'en-GB')).map(([userId]) => userId)
}
