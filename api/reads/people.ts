import { sql } from 'kysely'
import type { EarlierName } from '#core/member/details.ts'
import { type Named, nameAt, nameOfPerson } from '#core/member/names.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { documents } from './documents.ts'

/** The usernames of a company's people, also of those who have left. */
export const accountNames = statement('account-names', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('account').select(['user_id', 'username']).where('company_id', '=', p.companyId),
)

/** How the history names what an API key did. */
const nameOfKey = sql<string>`${sql.ref('name')} || ' (API key)'`

/** {@link accountNames}, and the API keys, which act in their own name. */
const actorNames = statement('actor-names', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('account')
    .select(['user_id', 'username'])
    .where('company_id', '=', p.companyId)
    .unionAll(
      db
        .selectFrom('api_key')
        .select(['key_id as user_id', nameOfKey.as('username')])
        .where('company_id', '=', p.companyId),
    ),
)

const memberNames = statement('member-names', (p: Parameters<{ companyId: string }>) =>
  documents(p, 'members').select(({ ref }) => [
    'key as user_id',
    sql<string | null>`${ref('body')} ->> 'fullName'`.as('full_name'),
    sql<EarlierName[] | null>`${ref('body')} -> 'earlierNames'`.as('earlier_names'),
  ]),
)

/**
 * The company's people and API keys and their names, few enough to fetch with every response that names people. Two statements, as accounts may be on
 * another machine than what a company keeps.
 */
export const peopleQueries = (companyId: string) => [actorNames({ companyId }), memberNames({ companyId })] as const

/** A company's people by user id. */
export type People = ReadonlyMap<string, Named>

export type PersonRow = {
  user_id: string
  username?: string
  full_name?: string | null
  earlier_names?: readonly EarlierName[] | null
}

/** The people in the rows of {@link peopleQueries}. */
export function peopleOf(rows: readonly PersonRow[]): People {
  const people = new Map<string, Named>()
  for (const { user_id: id, username, full_name: fullName, earlier_names: earlierNames } of rows) {
    const known = people.get(id) ?? { username: '' }
    people.set(id, {
      ...known,
      ...(username === undefined ? {} : { username }),
      ...(fullName ? { fullName } : {}),
      ...(earlierNames ? { earlierNames } : {}),
    })
  }
  return people
}

/** The name of a person now; empty if they are unknown. */
export function nameIn(people: People, userId: string | null): string {
  const person = userId === null ? undefined : people.get(userId)
  return person ? nameOfPerson(person) : ''
}

/** Looks up the names that people had when something was recorded. */
export const namesAt =
  (people: People, recordedAt: string) =>
  (userId: string): string => {
    const person = people.get(userId)
    return person ? nameAt(person, recordedAt) : ''
  }

/** The names of exactly these people now, by user id. */
export function namesOf(rows: readonly PersonRow[], ids: Iterable<string | undefined>): Record<string, string> {
  const people = peopleOf(rows)
  return Object.fromEntries(
    [...new Set(ids)].flatMap((id) => {
      const person = id === undefined ? undefined : people.get(id)
      return id !== undefined && person ? [[id, nameOfPerson(person)]] : []
    }),
  )
}
