import { setTimeout } from 'node:timers'
import type { StreamState } from '#core/ledger/decide.ts'

/** Streams of companies as this process last knew them. They may be out of date: only an append, or reading them again, can tell. */
export type KnownStreams = {
  get(companyId: string, streamId: string): StreamState | undefined
  /** Remembers a stream. `grownBy` is how many characters its events have since it was last remembered. */
  set(companyId: string, streamId: string, state: StreamState, grownBy: number): void
  /** The epoch of the company's log when its streams were read; undefined if none is known. */
  epochOf(companyId: string): number | undefined
  /** Notes the epoch; with another one than before all streams of the company are forgotten. */
  noteEpoch(companyId: string, epoch: number): void
  /** Forgets streams of a company, or all that is known of it. */
  forget(companyId: string, streamIds?: readonly string[]): void
}

type Options = {
  /** In characters of JSON, of all companies and of one; a stream of more than a quarter of the latter is not remembered. */
  most?: number
  mostOfCompany?: number
  /** In milliseconds: a company that is not asked for so long is forgotten, so that no erased text stays in memory. */
  longest?: number
  now?: () => number
  /** Has something done after so many milliseconds, if the process still runs. */
  later?: (work: () => void, milliseconds: number) => void
}

type Entry = { state: StreamState; size: number; measured: number }
type Company = { streams: Map<string, Entry>; size: number; epoch: number | undefined; usedAt: number }

/** What an entry takes beside its state. */
const overhead = 500

/** Remembers the streams used last. */
export function createKnownStreams({
  most = 16_000_000,
  mostOfCompany = 2_000_000,
  longest = 10 * 60_000,
  now = Date.now,
  later = (work, milliseconds) => void setTimeout(work, milliseconds).unref(),
}: Options = {}): KnownStreams {
  // Both maps have what was used longest ago first.
  const companies = new Map<string, Company>()
  let size = 0
  let isWatched = false

  const used = (companyId: string): Company => {
    const company = companies.get(companyId) ?? { streams: new Map(), size: 0, epoch: undefined, usedAt: 0 }
    company.usedAt = now()
    companies.delete(companyId)
    companies.set(companyId, company)
    watch()
    return company
  }
  /** Looks ten times in `longest` for quiet companies, also while nobody asks for anything, for as long as there are any. */
  const watch = () => {
    if (isWatched || companies.size === 0) return
    isWatched = true
    later(() => {
      isWatched = false
      forgetQuiet()
      watch()
    }, longest / 10)
  }
  const remove = (company: Company, streamId: string) => {
    const gone = company.streams.get(streamId)?.size ?? 0
    company.streams.delete(streamId)
    company.size -= gone
    size -= gone
  }
  const forgetAll = (companyId: string) => {
    size -= companies.get(companyId)?.size ?? 0
    companies.delete(companyId)
  }
  const shrink = (company: Company) => {
    for (const streamId of company.streams.keys()) {
      if (company.size <= mostOfCompany) break
      remove(company, streamId)
    }
    forgetQuiet()
  }
  /** Forgets companies that were not asked for, and those asked for longest ago while there is too much of all. */
  const forgetQuiet = () => {
    for (const [companyId, { usedAt }] of companies) {
      if (size <= most && usedAt > now() - longest) break
      forgetAll(companyId)
    }
  }

  return {
    get(companyId, streamId) {
      const company = companies.get(companyId)
      const entry = company?.streams.get(streamId)
      if (!company || !entry) return undefined
      used(companyId)
      company.streams.delete(streamId)
      company.streams.set(streamId, entry)
      return entry.state
    },
    set(companyId, streamId, state, grownBy) {
      const company = used(companyId)
      const before = company.streams.get(streamId)
      const entry = measured(state, before, grownBy)
      remove(company, streamId)
      if (entry.size > mostOfCompany / 4) return
      company.streams.set(streamId, entry)
      company.size += entry.size
      size += entry.size
      shrink(company)
    },
    epochOf: (companyId) => companies.get(companyId)?.epoch,
    noteEpoch(companyId, epoch) {
      const before = companies.get(companyId)?.epoch
      if (before !== undefined && before !== epoch) forgetAll(companyId)
      used(companyId).epoch = epoch
    },
    forget(companyId, streamIds) {
      if (!streamIds) return forgetAll(companyId)
      const company = companies.get(companyId)
      for (const streamId of streamIds) if (company) remove(company, streamId)
    },
  }
}

/** A stream grows by its events, and its state may not: it is measured again whenever the sum has doubled. */
function measured(state: StreamState, before: Entry | undefined, grownBy: number): Entry {
  const size = (before?.size ?? 0) + grownBy
  if (before && size <= 2 * before.measured) return { state, size, measured: before.measured }
  const exactly = overhead + JSON.stringify(state).length
  return { state, size: exactly, measured: exactly }
}
