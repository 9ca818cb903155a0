import { generate } from 'otplib'
import type { SecondFactorRule } from '#core/company/second-factor-rule.ts'
import type { AuthenticatorSetup, RecoveryCodesAnswer } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

type Person = Pick<SignedInTest, 'token'>

/** Sets up an authenticator app for a person who has signed in just now. */
export async function setUpApp(server: TestServer, { token }: Person): Promise<{ secret: string; codes: string[] }> {
  const begun = await server.call(paths.authenticator, { token, method: 'POST' })
  const { secret, setup }: AuthenticatorSetup = await begun.json()
  const body = { setup, code: await generate({ secret }) }
  const answer = await server.call(paths.authenticator, { token, method: 'PUT', body })
  if (answer.status !== 200) throw new Error(`Not set up: ${answer.status} ${await answer.text()}`)
  const { codes }: RecoveryCodesAnswer = await answer.json()
  return { secret, codes }
}

/** The owner requires a second factor of some. */
export const requireFactor = (
  server: TestServer,
  { token }: Person,
  secondFactorFor: SecondFactorRule,
  from: SecondFactorRule = 'nobody',
) => server.call(paths.secondFactorRule, { token, method: 'PUT', body: { secondFactorFor, from } })
