import type { Basis } from '#ledger/log/append.ts'

/**
 * What a person's rights were read from: the versions of their member stream and of their company's, and their session. An import has
 * none, as it goes on when the person who started it has signed out.
 */
export type Standing = { userId: string; version: number; companyVersion: number; sessionId?: string }

/** What must be so when something is appended for people of a company: nothing has changed that their rights were read from. */
export const basisOf = (
  company: { companyId: string; companyVersion: number },
  people: readonly Omit<Standing, 'companyVersion'>[],
): Required<Pick<Basis, 'unmoved' | 'sessions'>> => ({
  unmoved: [
    { streamId: company.companyId, version: company.companyVersion },
    ...people.map(({ userId, version }) => ({ streamId: userId, version })),
  ],
  sessions: people.flatMap(({ sessionId, userId }) => (sessionId === undefined ? [] : [{ sessionId, userId }])),
})

/** The rights or the session of a person changed before what they asked for was appended; the caller should read them again. */
export class RightsMovedOn extends Error {
  constructor() {
    super('The rights of the person have changed')
    this.name = 'RightsMovedOn'
  }
}
