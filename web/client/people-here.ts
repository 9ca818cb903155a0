import type { SessionUser } from '#core/wire/account/session.ts'

const key = 'fettle.people-here'

/** Somebody whose unsent work may be on this device. Nothing but the name is kept of them while they are signed out. */
export type PersonHere = Pick<SessionUser, 'userId' | 'companyId' | 'username'> & {
  /** Their account was removed, so that their work can no longer be sent. */
  removed?: boolean
}

/** Everybody who has signed in on this device and has not logged out. */
export function peopleHere(): readonly PersonHere[] {
  try {
    const people: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(people) ? people.filter(isPerson) : []
  } catch (error) {
    console.error('This browser cannot tell whose work is on it', error)
    return []
  }
}

/** Remembers a person, or that they were removed. */
export const addPersonHere = ({ userId, companyId, username, removed }: PersonHere) =>
  keep([...others(userId), { userId, companyId, username, ...(removed ? { removed } : {}) }])

/** Forgets a person who has logged out, or whose work has been deleted. */
export const forgetPersonHere = (userId: string) => keep(others(userId))

const others = (userId: string) => peopleHere().filter((one) => one.userId !== userId)

function keep(people: readonly PersonHere[]) {
  try {
    localStorage.setItem(key, JSON.stringify(people))
  } catch (error) {
    console.error('This browser cannot remember whose work is on it', error)
  }
}

const fields = ['userId', 'companyId', 'username'] as const
const isPerson = (value: unknown): value is PersonHere =>
  typeof value === 'object' && value !== null && fields.every((name) => typeof Reflect.get(value, name) === 'string')
