import type { BatchLog } from '#api/commands/command-log.ts'
import type { Outcome } from '#api/commands/handle-command.ts'
import type { Draft } from './draft.ts'
import type { KnownStreams } from './known-streams.ts'

/**
 * Appends a draft and remembers its streams as they are then. Returns how each command was accepted; undefined if the log refused,
 * after which whatever may be out of date is forgotten. Throws database errors.
 */
export async function appendDraft(
  { log, known }: { log: BatchLog; known: KnownStreams },
  companyId: string,
  draft: Draft,
): Promise<Outcome[] | undefined> {
  const { appends } = draft
  const settled = await log.appendTogether(companyId, appends, draft.basis())
  if (settled.outcome !== 'appended') {
    const ofDraft = settled.outcome === 'conflict' ? appends.map(({ streamId }) => streamId) : undefined
    known.forget(companyId, ofDraft)
    return undefined
  }
  known.noteEpoch(companyId, settled.epoch)
  const states = draft.after(settled)
  return appends.flatMap(({ streamId, events }, nth): Outcome[] => {
    const [state, position] = [states[nth], settled.positions[nth]]
    if (!position) return []
    if (state) known.set(companyId, streamId, state, JSON.stringify(events).length)
    const { version, number } = position
    // A command without effect takes the seq of the event that its stream ended with; see `accepted` in handle-command.ts.
    const seq = state?.seq ?? position.seq
    return [{ status: 'accepted', seq, streamId, version, ...(number === undefined ? {} : { number }) }]
  })
}
