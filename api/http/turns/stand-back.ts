import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/** Of a busy processor, work that stands back takes one part, and changes have so many. */
const changesShare = 3

let underWay = 0
const standing = new Set<() => void>()

/** Says that somebody waits for a change of theirs, until the returned function is called: long work stands back for it. */
export function beginChange(): () => void {
  underWay += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    underWay -= 1
    if (underWay > 0) return
    for (const goOn of standing) goOn()
    standing.clear()
  }
}

/**
 * Waits while anybody waits for a change, but at most three times as long as the caller has `worked`, in milliseconds: long work goes
 * on however many people change something.
 */
export async function standBack(worked: number): Promise<void> {
  if (underWay === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  standing.add(resolve)
  const timer = setTimeout(resolve, Math.ceil(worked * changesShare))
  await promise
  clearTimeout(timer)
  standing.delete(resolve)
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
