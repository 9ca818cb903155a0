import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { firstHash } from '#ledger/log/chain.ts'
import { type ChainLink, type CheckedChain, checkChain } from '#ledger/proof/check-chain.ts'

/** Checks the hash chains of companies, remembering how far each has held. */
export type ChainChecker = {
  /** Checks the chain up to its head. Returns after a short wait with the link reached so far, and continues in the background. */
  checkToHead(companyId: string): Promise<CheckedChain>
}

type Known = { link: ChainLink; since: number; following?: Promise<CheckedChain> }

/** A chain is checked again from its start after this long, so that a change far behind the head is found, in milliseconds. */
const recheckAfter = 3_600_000
const patience = 1_500
const mostCompanies = 1_000

/**
 * Caches how far each chain has held, so that a further check covers only new events; a rewritten chain does not match the cached
 * hash. Chains are checked one at a time, because the process has requests to answer.
 */
export function openChainChecker(pool: pg.Pool, { now = () => Date.now() } = {}): ChainChecker {
  const chainChecker = new Map<string, Known>()
  let turn: Promise<unknown> = Promise.resolve()

  function follow(companyId: string, known: Known): Promise<CheckedChain> {
    const following = turn
      .then(() => checkChain(pool, companyId, known.link, (link) => Object.assign(known, { link })))
      .then((followed) => {
        // A broken chain is checked from its start next time.
        if (followed.brokenAt === undefined) known.link = { seq: followed.seq, hash: followed.hash }
        else chainChecker.delete(companyId)
        return followed
      })
      .finally(() => {
        known.following = undefined
      })
    turn = following.catch(() => undefined)
    return following
  }

  return {
    async checkToHead(companyId) {
      let known = chainChecker.get(companyId)
      if (!known || (!known.following && now() - known.since > recheckAfter)) {
        known = { link: { seq: 0, hash: firstHash.toString('hex') }, since: now() }
        chainChecker.delete(companyId)
        chainChecker.set(companyId, known)
        const oldest = chainChecker.keys().next().value
        if (chainChecker.size > mostCompanies && oldest !== undefined) chainChecker.delete(oldest)
      }
      known.following ??= follow(companyId, known)
      const late = new AbortController()
      const first = await Promise.race([known.following, sleep(patience, undefined, { signal: late.signal })])
      late.abort()
      return first ?? known.link
    },
  }
}
