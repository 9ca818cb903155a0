import type { BatchLog } from '#api/commands/command-log.ts'
import { foldStream } from '#core/ledger/decide.ts'
import { type Command, type StoredEvent, target } from '#core/ledger/ledger.ts'
import type { Given, KnownStream } from './draft.ts'
import type { KnownStreams } from './known-streams.ts'

/** Streams read for one batch beside the company's own: a long one takes a while to read. */
const mostRead = 8

/** The streams of a batch. */
export type BatchStreams = {
  /** Undefined if it was not read, or cannot be folded by this release. */
  get(streamId: string): KnownStream | undefined
  /** Whether a command's stream was left for a later batch. */
  isUnread(command: Command): boolean
}

/**
 * Reads the streams of commands, and that of the company, as far as they are not known; at most eight, those of the first commands.
 * Remembers them.
 */
export async function readUnknown(
  { log, known }: { log: BatchLog; known: KnownStreams },
  companyId: string,
  commands: readonly Pick<Given, 'command'>[],
): Promise<BatchStreams> {
  const isUnknown = (streamId: string) => known.get(companyId, streamId) === undefined
  // A job that is created is usually new, and what follows needs no reading either.
  const created = new Set(commands.flatMap(({ command }) => (command.type === 'CreateJob' ? command.data.jobId : [])))
  const wanted = new Set(commands.map(({ command }) => target(command).streamId)).difference(created)
  const unknown = [...wanted].filter(isUnknown)
  const read = [...new Set([...(isUnknown(companyId) ? [companyId] : []), ...unknown.slice(0, mostRead)])]
  const found = new Map<string, KnownStream | undefined>()
  if (read.length > 0) {
    const { epoch, events } = await log.streams(companyId, read)
    known.noteEpoch(companyId, epoch)
    for (const [streamId, history] of byStream(read, events)) {
      const state = foldStream(history)
      found.set(streamId, history.length === 0 ? 'empty' : state)
      if (state) known.set(companyId, streamId, state, 0)
    }
  }
  const left = new Set(unknown.slice(mostRead))
  return {
    // A stream too long to be remembered is known for this batch alone.
    get: (streamId) => (found.has(streamId) ? found.get(streamId) : known.get(companyId, streamId)),
    isUnread: (command) => left.has(target(command).streamId) && isUnknown(target(command).streamId),
  }
}

function byStream(streamIds: readonly string[], events: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const streams = new Map(streamIds.map((streamId) => [streamId, [] as StoredEvent[]]))
  for (const event of events) streams.get(event.streamId)?.push(event)
  return streams
}
