/** A piece of work that needs a slot, and the person and company it is for. */
export type Claim = {
  companyId: string
  userId: string
  /** Ends the wait for a slot when nobody needs the work any more. */
  signal?: AbortSignal
  /** Whether the work is waiting for a slow connection. */
  isSlow?(): boolean
  /** Called when a slow work's slot is given to somebody else: the work must stop. */
  lose?(): void
}

/** How many works may run at once: of a person, of a company and in all; and how many of a company may wait for their turn. */
export type SlotLimits = { person?: number; company?: number; all: number; waiting?: number }

/** Runs a work as soon as it has a slot. Throws {@link SlotsFull}, or the reason of the claim's signal while it waits. */
export type Slots = <T>(claim: Claim, work: () => Promise<T>) => Promise<T>

type Waiting = { claim: Claim; start(): void; refuse(): void }

/**
 * Slots for costly work, shared fairly: a company never has the last of all unless it has no other. Of those who wait, the one
 * whose company has the fewest slots goes first, and among those the one whose company was served longest ago. If all slots are
 * taken, a person with a share left takes over the slot of the oldest work that waits for a slow connection: of their company, if
 * that has no share left.
 */
export function openSlots({ person = 2, company = 4, all, waiting: mostWaiting = 0 }: SlotLimits): Slots {
  const held = new Set<Claim>()
  const line: Waiting[] = []
  /** When the companies that wait were served last, counted in works. */
  const served = new Map<string, number>()
  let works = 0

  const ofCompany = ({ companyId }: Claim) => count(held, (one) => one.companyId === companyId)
  const hasOwnShare = ({ userId }: Claim) => count(held, (one) => one.userId === userId) < person
  const hasShare = (claim: Claim) => ofCompany(claim) < company && hasOwnShare(claim)
  const fits = (claim: Claim) => hasShare(claim) && held.size < (ofCompany(claim) === 0 ? all : all - 1)

  const lastServed = ({ companyId }: Claim) => served.get(companyId) ?? 0
  const take = (claim: Claim) => {
    const { companyId } = claim
    held.add(claim)
    works += 1
    served.set(companyId, works)
    for (const one of served.keys())
      if (one !== companyId && !line.some(({ claim }) => claim.companyId === one)) served.delete(one)
  }
  const next = () => {
    for (;;) {
      const [first] = line
        .filter(({ claim }) => fits(claim))
        .sort((a, b) => ofCompany(a.claim) - ofCompany(b.claim) || lastServed(a.claim) - lastServed(b.claim))
      if (!first) return
      line.splice(line.indexOf(first), 1)
      take(first.claim)
      first.start()
    }
  }
  const release = (claim: Claim) => {
    if (held.delete(claim)) next()
  }
  const takeOverFromSlow = (claim: Claim) => {
    const isOnlyOfTheirs = ofCompany(claim) >= company
    for (const one of held) {
      if (!one.isSlow?.() || (isOnlyOfTheirs && one.companyId !== claim.companyId)) continue
      release(one)
      return one.lose?.()
    }
  }
  const enter = (claim: Claim) => {
    claim.signal?.throwIfAborted()
    if (hasOwnShare(claim) && !fits(claim)) takeOverFromSlow(claim)
    if (fits(claim)) return take(claim)
    if (count(line, (one) => one.claim.companyId === claim.companyId) >= mostWaiting) throw new SlotsFull()
    return waitFor(claim)
  }
  const waitFor = async (claim: Claim) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { claim, start: resolve, refuse: () => reject(claim.signal?.reason) }
    const leave = () => {
      if (line.includes(waiting)) line.splice(line.indexOf(waiting), 1)
      waiting.refuse()
    }
    line.push(waiting)
    claim.signal?.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      claim.signal?.removeEventListener('abort', leave)
    }
  }

  return async (claim, work) => {
    await enter(claim)
    try {
      return await work()
    } finally {
      release(claim)
    }
  }
}

/** A person, a company or all of them together have as many works under way as they may. */
export class SlotsFull extends Error {
  constructor() {
    super('Too many works of this kind are under way')
    this.name = 'SlotsFull'
  }
}

function count<T>(all: Iterable<T>, isCounted: (one: T) => boolean): number {
  let number = 0
  for (const one of all) if (isCounted(one)) number += 1
  return number
}
