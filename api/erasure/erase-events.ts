import type pg from 'pg'
import { appendAllOrConflict, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { reusedId } from '#api/commands/handle-command.ts'
import { HttpFailure } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { bringsFile, textsOf, withoutTexts } from '#core/erasure/erasure.ts'
import { isCompanyEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import type { ErasureRequest } from '#core/wire/erasure.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type LogPosition, requestDigest } from '#ledger/log/append.ts'
import { isSameRequest, readCommandOutcome } from '#ledger/log/command-outcome.ts'
import { eraseEvents, sealRemains } from '#ledger/log/erasure.ts'
import { readSmallStreams } from '#ledger/log/read.ts'
import { readErasableEvents } from './read-erasable.ts'
import { requestErasureReplay } from './request-replay.ts'
import { bringNames, isNameOfJob, keptSiteIds } from './site-names.ts'

/**
 * Permanently erases texts and photos of events, all or none, together with the event that records it, and requests a replay of
 * everything. Repeating an erasure id returns the first outcome. Returns where it stands in the log, or the refusal. Private events may only be erased
 * for their own person: `whose`, by default the person who erases.
 */
export function eraseTexts(
  pool: pg.Pool,
  member: MemberRights,
  asked: ErasureRequest,
  whose = member.userId,
): Promise<LogPosition | Refusal> {
  const { companyId, userId } = member
  const { erasureId, ...content } = asked
  const request = requestDigest({ type: 'EraseEvents', data: content, actorId: userId })
  return retryOnConflict(async () => {
    const first = await readCommandOutcome(pool, companyId, erasureId)
    if (first) {
      if (isSameRequest(first, request)) return first
      throw new HttpFailure(422, { error: 'This erasure id has already been used for something else.', code: reusedId })
    }
    const found = await readErasableEvents(
      pool,
      { companyId, userId: whose },
      content.events.map((one) => one.seq),
    )
    const textsIn = (seq: number) => content.events.find((one) => one.seq === seq)?.texts ?? []
    const erasable = new Map(found.events.map((event) => [event.seq, textsOf(event).map((one) => one.path)]))
    const remains = found.events.map(({ seq, data }) =>
      sealRemains({ seq, digest: found.digests.get(seq) ?? '' }, withoutTexts(data, textsIn(seq))),
    )
    const { events: history } = await readSmallStreams(pool, companyId, 'company')
    const events = content.events.map((one) => ({
      ...one,
      // A missing event has no remains and is refused for that.
      remains: remains.find(({ seq }) => seq === one.seq)?.remains ?? '',
    }))
    const renamed = found.events.filter(
      ({ seq, type }) => isNameOfJob({ type }) && textsIn(seq).includes('apartmentName'),
    )
    const kept = await keptSiteIds(pool, member, renamed)
    const one = decideAppend(
      member,
      { type: 'EraseEvents', data: { companyId, events, reason: content.reason } },
      {
        history: history.filter(isCompanyEvent),
        facts: { erasable },
        // A later erasure may have changed what remains, and a later name which site it stands for.
        restsOn: { seq: found.seq, types: ['EventErased', ...(renamed.length > 0 ? bringNames : [])] },
      },
    )
    if (isRefusal(one)) return one
    return inCompany(pool, companyId, async (client) => {
      const [appended] = await appendAllOrConflict(client, [{ ...one, commandId: erasureId, request }, ...kept])
      await eraseEvents(client, companyId, erasureId, remains)
      await requestErasureReplay(client, member, {
        erasureId,
        files: filesIn(found.events, textsIn),
        imports: found.events.some(isImported),
      })
      return appended
    })
  })
}

const filesIn = (events: readonly StoredEvent[], textsIn: (seq: number) => readonly string[]) =>
  events.flatMap((event) =>
    bringsFile(event) && 'src' in event.data && textsIn(event.seq).includes('src') ? [event.data.src] : [],
  )

/** An import's command ids are derived from its rows: UUIDs of version 5. So are those of uploads, which are not imports. */
const isImported = (event: StoredEvent) => event.commandId[14] === '5' && !bringsFile(event)
