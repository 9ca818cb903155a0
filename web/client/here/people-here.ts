import type { GoneCode } from '#core/wire/account/gone-codes.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { hasTexts, keepHere, keptHere } from './kept-here.ts'

const key = 'fettle.people-here'

/** Somebody whose unsent work may be on this device. Nothing else is kept of them while they are signed out. */
export type PersonHere = Pick<SessionUser, 'userId' | 'companyId' | 'username'> & {
  /** Why they have no place here any more, so that their work can no longer be sent. */
  gone?: GoneCode
  /** By which the server says whether they have no place here any more; see core/wire/account/gone.ts. It opens nothing. */
  goneToken?: string | undefined
  /** As an earlier build kept it. */
  removed?: boolean
}

/** Everybody who has signed in on this device and has not logged out. */
export function peopleHere(): readonly PersonHere[] {
  const people = keptHere(key)
  return Array.isArray(people) ? people.filter(isPerson) : []
}

/** Remembers a person, or why they are gone. */
export const addPersonHere = ({ userId, companyId, username, gone, goneToken }: PersonHere) =>
  keep([...others(userId), gone ? { userId, companyId, username, gone } : { userId, companyId, username, goneToken }])

/** Forgets a person who has logged out, or whose work has been deleted. */
export const forgetPersonHere = (userId: string) => keep(others(userId))

const others = (userId: string) => peopleHere().filter((one) => one.userId !== userId)

const keep = (people: readonly PersonHere[]) => keepHere(key, people)

const fields = ['userId', 'companyId', 'username']
const isPerson = (value: unknown): value is PersonHere => hasTexts(value, fields)
