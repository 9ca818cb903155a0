import { expect } from 'vitest'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { linkIn, type Mailbox } from './mailbox.ts'
import type { SignedInTest, TestServer } from './server.ts'

/** The password that every invited person chooses. */
export const chosenPassword = 'ladder and bucket'

let people = 0
/** A new person without an account. */
export const someone = (username = 'grace.adeyemi') => ({
  username,
  email: `${username}-${++people}-${Date.now()}@example.com`,
})

/** The calls with which people join, leave and sign in. */
export function callsOf(server: TestServer, mailbox: Mailbox) {
  const add = (owner: SignedInTest, person: { username: string; email: string }, role = 'team', over: object = {}) =>
    server.call(paths.addTeamMember, {
      token: owner.token,
      body: { ...person, role, companyId: owner.user.companyId, ...over },
    })
  const accept = (token: string, password = chosenPassword) =>
    server.call(paths.acceptInvitation, { body: { token, password } })
  /** An invited person who has received the link by email. */
  const invited = async (owner: SignedInTest, role = 'team') => {
    const person = someone()
    const answer = await add(owner, person, role)
    expect(answer.status).toBe(200)
    const { userId }: InvitationAnswer = await answer.json()
    return { ...person, userId, link: linkIn((await mailbox.letterTo(person.email)).text) }
  }
  return {
    add,
    accept,
    invited,
    /** A person who has accepted an invitation. */
    joined: async (owner: SignedInTest, role = 'team'): Promise<SignedInTest> => {
      const { link } = await invited(owner, role)
      const answer: SignedIn = await (await accept(link.token)).json()
      return { ...answer, cookie: '', password: chosenPassword }
    },
    reset: (token: string, password = chosenPassword) => server.call(paths.reset, { body: { token, password } }),
    login: (email: string, password = chosenPassword) => server.call(paths.login, { body: { email, password } }),
    forgot: (email: string) => server.call(paths.forgot, { body: { email } }),
    me: (token: string) => server.call(paths.me, { token }),
    setRole: (by: SignedInTest, userId: string, role: string) =>
      server.call(pathTo(paths.user, { userId }), { method: 'PUT', token: by.token, body: { role } }),
    remove: (by: SignedInTest, userId: string) =>
      server.call(pathTo(paths.user, { userId }), { method: 'DELETE', token: by.token }),
  }
}
