import { createMember } from '#api/auth/accounts/create-member.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { cookieIn, type SignedInTest, type TestServer } from './server.ts'

let people = 0

/** Another person in the owner's company, signed in. */
export async function addMember(
  server: TestServer,
  { user: { userId, companyId } }: SignedInTest,
  userRole: 'admin' | 'team',
  username = `${userRole}.${++people}`,
): Promise<SignedInTest> {
  const password = 'sash window 15'
  const email = `${username}-${++people}-${Date.now()}@example.com`
  const owner = { companyId, userId, role: 'owner' } as const
  const made = await createMember(server.services.authPool, owner, { username, email, password, userRole })
  if (typeof made === 'string' || !('userId' in made)) throw new Error(`Not added: ${JSON.stringify(made)}`)
  server.services.bell.ring('fettle_appended', [companyId])
  const response = await server.call('/api/auth/login', { body: { email, password } })
  const answer: SignedIn = await response.json()
  return { ...answer, cookie: cookieIn(response), password }
}
