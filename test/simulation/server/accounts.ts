import { membersIn } from '#core/ledger/members.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import { type Random, uuidOf } from '#test/simulation/clock/random.ts'
import { begin } from '#test/simulation/page/page-globals.ts'
import type { MemoryLog } from './memory-log.ts'

/** A person who can sign in; the password is the username. */
export type Account = { userId: string; username: string; email: string }
export type Rights = { companyId: string; userId: string; role: SessionUser['userRole']; sessionId: string }

/** Seconds that an access token is valid. */
const lifetime = 600

/** Sessions and tokens, as far as rights depend on them. What is signed and how is tested elsewhere. */
export function memoryAccounts(loop: EventLoop, random: Random, log: MemoryLog, companyId: string) {
  const accounts: Account[] = []
  const sessions = new Map<string, Account>()

  const memberOf = (userId: string) => {
    const member = membersIn(log.events()).get(userId)
    return member?.state === 'active' ? member : undefined
  }
  const rightsOf = (sessionId: string): Rights | undefined => {
    const account = sessions.get(sessionId)
    const member = account && memberOf(account.userId)
    return member && { companyId, userId: member.userId, role: member.userRole, sessionId }
  }
  const answer = (sessionId: string, account: Account) => {
    const rights = rightsOf(sessionId)
    if (!rights) return undefined
    const iat = Math.floor((begin + loop.now()) / 1_000)
    const token = [{ alg: 'none' }, { sid: sessionId, iat, exp: iat + lifetime }, '']
      .map((part) => Buffer.from(part === '' ? '' : JSON.stringify(part)).toString('base64url'))
      .join('.')
    const user: SessionUser = { ...account, companyId, userRole: rights.role }
    return { setCookie: sessionId, body: { token, user } }
  }
  return {
    accounts,
    signIn(email: string, password: string) {
      const account = accounts.find((one) => one.email === email && one.username === password)
      if (!account) return undefined
      const sessionId = uuidOf(random)
      sessions.set(sessionId, account)
      return answer(sessionId, account)
    },
    refresh(cookie: string | undefined) {
      const account = sessions.get(cookie ?? '')
      return cookie && account ? answer(cookie, account) : undefined
    },
    signOut: (sessionId: string) => void sessions.delete(sessionId),
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
