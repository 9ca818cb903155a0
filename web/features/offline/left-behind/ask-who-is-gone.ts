import type { GoneAnswer, GoneRequest } from '#core/wire/account/gone.ts'
import { mostAskedAbout } from '#core/wire/account/gone-codes.ts'
import { paths } from '#core/wire/paths.ts'
import type { PersonHere } from '#web/client/here/people-here.ts'
import { CallFailure, request } from '#web/client/request.ts'

/** How long the sign-in page waits for the server, in milliseconds; then it shows what this device knows. */
const patience = 10_000

/** A person, and whether the server was asked whether they are gone and has not answered. */
export type AskedPerson = PersonHere & { isUnanswered?: true }

/**
 * The people with why each is gone, as the server says. It is asked about those who were signed out without a reason: after 14
 * days without use a device has no session left in which it could hear one, and asks with what it keeps of each person instead.
 */
export async function askWhoIsGone(people: readonly PersonHere[]): Promise<AskedPerson[]> {
  const unknown = people.filter((one) => !one.gone && one.goneToken !== undefined)
  if (unknown.length === 0) return [...people]
  const asked = unknown.slice(0, mostAskedAbout)
  const answers = await answersOn(
    asked.map(({ userId, companyId, goneToken = '' }) => ({ userId, companyId, goneToken })),
  )
  return people.map((one) => {
    if (!unknown.includes(one)) return one
    if (!answers || !asked.includes(one)) return { ...one, isUnanswered: true }
    const code = answers.get(one.userId)
    return code ? { ...one, gone: code } : one
  })
}

/**
 * Why each of these people is gone; a server that has no room is asked again. Undefined without an answer: the page then says what it
 * knows, and the next visit asks again.
 */
async function answersOn(people: GoneRequest['people']) {
  const end = performance.now() + patience
  for (;;) {
    try {
      const { gone } = await request<GoneAnswer>(paths.gone, {
        body: { people },
        timeout: Math.ceil(end - performance.now()),
      })
      return new Map(gone.map(({ userId, code }) => [userId, code]))
    } catch (error) {
      const pause = error instanceof CallFailure && error.status === 503 ? (error.retryAfter ?? 1) * 1_000 : undefined
      if (pause !== undefined && performance.now() + pause < end) {
        await new Promise((resolve) => setTimeout(resolve, pause))
        continue
      }
      if (!(error instanceof CallFailure && error.status === 0))
        console.error('The server did not say who is gone', error)
      return undefined
    }
  }
}
