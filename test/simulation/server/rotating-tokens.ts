import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import { type Random, uuidOf } from '#test/simulation/clock/random.ts'

type Token = { sessionId: string; predecessor?: string; createdAt: number; isUsed: boolean }

/** In milliseconds: a successor younger than this is handed back, not exchanged. */
const settledAfter = 60_000

/** What the rotation can be told to do wrong, to see that the simulation finds it. */
export type RotationFault = 'ends the session at each reuse'

/** Refresh tokens in memory, by the rules of `rotate` in the API; docs/maintainers.md has the reasons. */
export function rotatingTokens(loop: EventLoop, random: Random, fault?: RotationFault) {
  const tokens = new Map<string, Token>()
  const lastUsed = new Map<string, string>()

  const add = (token: Omit<Token, 'createdAt' | 'isUsed'>) => {
    const name = uuidOf(random)
    tokens.set(name, { ...token, createdAt: loop.now(), isUsed: false })
    return name
  }
  const end = (sessionId: string) => {
    for (const [name, token] of tokens) if (token.sessionId === sessionId) tokens.delete(name)
  }
  const isNext = ({ isUsed, predecessor, sessionId }: Token) =>
    !isUsed && (predecessor === undefined || predecessor === lastUsed.get(sessionId))
  const isUnsettled = ({ predecessor, createdAt }: Token) =>
    predecessor !== undefined && loop.now() - createdAt < settledAfter
  const isLastUsed = (name: string, { sessionId }: Token) => !fault && lastUsed.get(sessionId) === name

  return {
    /** The first token of a session. */
    first: (sessionId: string) => add({ sessionId }),
    sessionOf: (name: string) => tokens.get(name)?.sessionId,
    isGood(name: string) {
      const token = tokens.get(name)
      return token !== undefined && (isNext(token) || isLastUsed(name, token))
    },
    end,
    /** The token to use from now on; undefined if this one is not good, which ends its session. */
    redeem(name: string): { sessionId: string; token: string } | undefined {
      const token = tokens.get(name)
      if (!token) return undefined
      const { sessionId } = token
      if (!fault && isNext(token) && isUnsettled(token)) return { sessionId, token: name }
      if (!isNext(token) && !isLastUsed(name, token)) {
        end(sessionId)
        return undefined
      }
      token.isUsed = true
      lastUsed.set(sessionId, name)
      return { sessionId, token: add({ sessionId, predecessor: name }) }
    },
  }
}
