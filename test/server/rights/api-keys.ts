import { scopes } from '#core/api-keys/scopes.ts'
import type { MadeApiKey, NewApiKey } from '#core/wire/connections/api-keys.ts'
import { paths } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** An API key that a person makes; with all scopes unless others are given. */
export async function makeKey(
  server: TestServer,
  { token }: Pick<SignedInTest, 'token'>,
  asked: Partial<NewApiKey> = {},
): Promise<MadeApiKey> {
  const body: NewApiKey = { name: 'Landlord’s system', audience: 'office', scopes: [...scopes], ...asked }
  const answer = await server.call(paths.apiKeys, { token, body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
