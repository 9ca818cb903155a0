import { membersIn } from '#core/ledger/members.ts'
import type { GoneCode } from '#core/wire/account/gone-codes.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import { type Random, uuidOf } from '#test/simulation/clock/random.ts'
import type { HttpAnswer } from '#test/simulation/network/http.ts'
import { begin } from '#test/simulation/page/page-globals.ts'
import type { CompanyLog } from './memory-log.ts'
import { type RotationFault, rotatingTokens } from './rotating-tokens.ts'

/** A person who can sign in; the password is the username. */
export type Account = { userId: string; username: string; email: string }
export type Rights = { companyId: string; userId: string; role: SessionUser['userRole']; sessionId: string }

/** Seconds that an access token is valid. */
const lifetime = 600

/** Sessions and tokens by the rules of the API. What is signed and how is tested elsewhere. */
export function memoryAccounts(
  loop: EventLoop,
  random: Random,
  log: CompanyLog,
  companyId: string,
  fault?: RotationFault,
) {
  const accounts: Account[] = []
  const sessions = new Map<string, Account>()
  const tokens = rotatingTokens(loop, random, fault)

  const memberOf = (userId: string) => {
    const member = membersIn(log.events()).get(userId)
    return member?.state === 'active' ? member : undefined
  }
  const end = (sessionId: string) => {
    sessions.delete(sessionId)
    log.endedSessions.add(sessionId)
    tokens.end(sessionId)
  }
  const rightsOf = (sessionId: string): Rights | undefined => {
    const account = sessions.get(sessionId)
    const member = account && memberOf(account.userId)
    return member && { companyId, userId: member.userId, role: member.userRole, sessionId }
  }
  const answer = (sessionId: string, account: Account, refreshToken: string): HttpAnswer | undefined => {
    const rights = rightsOf(sessionId)
    if (!rights) return undefined
    const iat = Math.floor((begin + loop.now()) / 1_000)
    const token = [{ alg: 'none' }, { sid: sessionId, iat, exp: iat + lifetime }, '']
      .map((part) => Buffer.from(part === '' ? '' : JSON.stringify(part)).toString('base64url'))
      .join('.')
    const user: SessionUser = { ...account, companyId, userRole: rights.role }
    return { status: 200, setCookie: refreshToken, body: { token, user } }
  }
  return {
    accounts,
    signIn(email: string, password: string): HttpAnswer {
      const account = accounts.find((one) => one.email === email && one.username === password)
      if (!account || !memberOf(account.userId))
        return { status: 401, body: { error: 'The password is wrong.', code: 'wrong-credentials' } }
      const sessionId = uuidOf(random)
      sessions.set(sessionId, account)
      return answer(sessionId, account, tokens.first(sessionId)) ?? noSession
    },
    refresh(cookie: string | undefined): HttpAnswer {
      const rotated = tokens.redeem(cookie ?? '')
      const account = rotated && sessions.get(rotated.sessionId)
      if (!account) return noSession
      const answered = answer(rotated.sessionId, account, rotated.token)
      if (answered) return answered
      end(rotated.sessionId)
      return { ...noSession, body: { error: 'Your account was removed.', code: 'account-removed' satisfies GoneCode } }
    },
    /** Ends the session of a refresh token. */
    signOut(cookie: string | undefined) {
      const sessionId = tokens.sessionOf(cookie ?? '')
      if (sessionId) end(sessionId)
    },
    /** Whether a refresh token would be accepted now. */
    isGood: (cookie: string) => tokens.isGood(cookie),
    /** The rights of a token's holder now. */
    holderOf(token: string | undefined): (Rights & { expiresAt: number }) | undefined {
      const [, payload = ''] = (token ?? '').split('.')
      if (!payload) return undefined
      const { sid, exp }: { sid: string; exp: number } = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const expiresAt = exp * 1_000 - begin
      const rights = expiresAt > loop.now() ? rightsOf(sid) : undefined
      return rights && { ...rights, expiresAt }
    },
    isStill: ({ sessionId, role }: Rights) => rightsOf(sessionId)?.role === role,
  }
}
export type MemoryAccounts = ReturnType<typeof memoryAccounts>

const noSession: HttpAnswer = { status: 401, body: { error: 'No user logged in', code: 'not-signed-in' } }
