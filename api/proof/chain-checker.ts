import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { firstHash } from '#ledger/log/chain.ts'
import { type ChainLink, type CheckedChain, checkChain } from '#ledger/proof/check-chain.ts'

/** Checks the hash chains of companies, remembering how far each has held. */
export type ChainChecker = {
  /** Follows the chain up to its head; after a moment answers how far it has come, and goes on by itself. */
  checkToHead(companyId: string): Promise<CheckedChain>
}

type Known = { link: ChainLink; since: number; following?: Promise<CheckedChain> }

/** What was changed long before the head is found at the latest after this time. */
const anewAfter = 3_600_000
const patience = 1_500
const mostCompanies = 1_000

/**
 * Remembers how far each chain held, so that asking again follows only what is new; a chain that was written anew from outside does
 * not fit what is remembered. One chain at a time is followed: the process has requests to answer.
 */
export function openChainChecker(pool: pg.Pool, { now = () => Date.now() } = {}): ChainChecker {
  const chainChecker = new Map<string, Known>()
  let turn: Promise<unknown> = Promise.resolve()

  function follow(companyId: string, known: Known): Promise<CheckedChain> {
    const following = turn
      .then(() => checkChain(pool, companyId, known.link, (link) => Object.assign(known, { link })))
      .then((followed) => {
        // What did not hold is looked at again from its beginning.
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
      if (!known || (!known.following && now() - known.since > anewAfter)) {
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
