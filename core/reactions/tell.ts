import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { isUnsettled, type Notification, toldAfter } from './notification.ts'
import type { Reaction, Recipient } from './reaction.ts'

/** What events make of what people are told. */
export type Told = {
  /** By id; undefined if nothing is left of it. */
  byId: ReadonlyMap<string, Notification | undefined>
  /** The people who left: what they were told goes first. */
  forgotten: readonly string[]
}

export type Telling = {
  people: readonly Recipient[]
  /** The events that the reaction looks back at, by job, oldest first. They may include the new ones. */
  earlier: ReadonlyMap<string, readonly FoldedEvent[]>
  /** What people have not read yet and later events still change, oldest first. */
  unsettled: readonly Notification[]
  /** The id of a notification that an event begins. */
  idOf(seq: number, userId: string): string
}

/** Has a reaction tell people of events, oldest first: each changes what was told of its job just before. */
export function tellOf(
  reaction: Reaction,
  events: readonly FoldedEvent[],
  { people, earlier, unsettled, idOf }: Telling,
): Told {
  /** What each person was told last of each job. */
  const latest = new Map(unsettled.map((one) => [placeOf(one), one]))
  const byId = new Map<string, Notification | undefined>()
  const forgotten: string[] = []
  for (const event of events) {
    const before = (earlier.get(event.streamId) ?? []).filter((one) => one.seq < event.seq)
    const { wanted, forget } = reaction.react(event, { before, people })
    if (forget !== undefined) {
      forgotten.push(forget)
      for (const [id, one] of byId) if (one?.userId === forget) byId.delete(id)
      for (const [place, one] of latest) if (one.userId === forget) latest.delete(place)
    }
    for (const one of wanted) {
      const place = placeOf({ userId: one.userId, jobId: event.streamId })
      const last = latest.get(place)
      const open = last && isUnsettled(last, event) ? last : undefined
      const told = toldAfter(open, one, event, idOf(event.seq, one.userId))
      if (open) byId.set(open.notificationId, told)
      if (told) {
        byId.set(told.notificationId, told)
        latest.set(place, told)
      } else if (open) latest.delete(place)
    }
  }
  return { byId, forgotten }
}

const placeOf = ({ userId, jobId }: Pick<Notification, 'userId' | 'jobId'>) => `${userId} ${jobId}`
