import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import pLimit from 'p-limit'

/** Of a busy processor, work that stands back takes one part, and changes have so many. */
const changesShare = 3

/** How many people wait for a change of theirs, by company. */
const underWay = new Map<string, number>()
const standing = new Set<{ besides: string | undefined; goOn: () => void }>()

/** When a change of each company began last, the latest at the end. */
const lastChanges = new Map<string, number>()
/** In milliseconds: for so long after a change its company is at work. */
const atWork = 1_000

/** Whether nobody waits for a change, but for the people of a company. */
const isQuiet = (besides: string | undefined) =>
  underWay.size === (besides !== undefined && underWay.has(besides) ? 1 : 0)

/** Says that somebody of a company waits for a change of theirs, until the returned function is called: long work stands back for it. */
export function beginChange(companyId: string): () => void {
  underWay.set(companyId, (underWay.get(companyId) ?? 0) + 1)
  lastChanges.delete(companyId)
  lastChanges.set(companyId, Date.now())
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    const left = (underWay.get(companyId) ?? 0) - 1
    if (left > 0) return void underWay.set(companyId, left)
    underWay.delete(companyId)
    for (const one of standing) if (isQuiet(one.besides)) one.goOn()
  }
}

/**
 * Waits while anybody waits for a change, or anybody of another company, but at most three times as long as the caller has `worked`, in
 * milliseconds: long work goes on however many people change something.
 */
export async function standBack(worked: number, besides?: string): Promise<void> {
  if (isQuiet(besides)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = { besides, goOn: resolve }
  standing.add(waiting)
  const timer = setTimeout(resolve, Math.ceil(worked * changesShare))
  await promise
  clearTimeout(timer)
  standing.delete(waiting)
}

/** Milliseconds that a company rests between two requests, at least and at most. */
const [shortestRest, longestRest] = [2, 40]

/**
 * Lets a company that has more than its share under way rest while another company is at work, for as long as this thread has been
 * busier than idle since the company's last rest began: so one which never stops leaves half of the thread's time to the others.
 */
export function openRests() {
  let last = performance.eventLoopUtilization()
  return async (companyId: string): Promise<void> => {
    const since = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    if (!isAnotherAtWork(companyId)) return
    const milliseconds = Math.min(Math.max(since.active - since.idle, shortestRest), longestRest)
    await new Promise((resolve) => void setTimeout(resolve, milliseconds))
  }
}

function isAnotherAtWork(companyId: string): boolean {
  const now = Date.now()
  for (const [company, at] of lastChanges) {
    // The clock may have gone back.
    if (at > now - atWork && at <= now) break
    lastChanges.delete(company)
  }
  return lastChanges.size > (lastChanges.has(companyId) ? 1 : 0)
}

/** About what reading a page costs, in milliseconds. */
const pageCost = 20

const pages = pLimit(Math.max(1, Math.floor(availableParallelism() / 2)))

/**
 * Reads the next page of a long read, such as a search or an export. Long reads of all companies take turns, page by page, and together
 * keep PostgreSQL busy with half of the machine's cores at most.
 */
export const nextPage = <T>(read: () => Promise<T>): Promise<T> =>
  pages(async () => {
    await standBack(pageCost)
    return read()
  })
