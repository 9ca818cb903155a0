import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { dueAt } from '#core/notifications/delays.ts'
import type { Way } from '#core/notifications/kinds.ts'
import { kindOf } from './changes.ts'
import { isUnsettled, type Notification, toldAfter } from './notification.ts'
import type { Reaction, Recipient, Wanted } from './reaction.ts'

/** What events make of what people are told. */
export type Told = {
  /** By id; undefined if nothing is left of it. */
  byId: ReadonlyMap<string, Notification | undefined>
  /** The people who left: what they were told goes first. */
  forgotten: readonly string[]
}

export type Telling = {
  people: readonly Recipient[]
  /** The company's time zone. */
  zone: string
  /** The events that the reaction looks back at, by job, oldest first. They may include the new ones. */
  earlier: ReadonlyMap<string, readonly FoldedEvent[]>
  /** What people have not read yet and later events still change, oldest first. */
  unsettled: readonly Notification[]
  /** The id of a notification that an event begins. */
  idOf(seq: number, userId: string, way: Way): string
}

/**
 * Has a reaction tell people of events, oldest first: each changes what was told of its job just before. Each of the ways that a person
 * chose for a kind of news is a notification of its own.
 */
export function tellOf(
  reaction: Reaction,
  events: readonly FoldedEvent[],
  { people, zone, earlier, unsettled, idOf }: Telling,
): Told {
  const recipients = new Map(people.map((one) => [one.userId, one]))
  /** What each person was told last of each job, by each way. */
  const latest = new Map(unsettled.map((one) => [placeOf(one), one]))
  const byId = new Map<string, Notification | undefined>()
  const forgotten: string[] = []

  function tell(event: FoldedEvent, one: Wanted, way: Way, { notices }: Recipient) {
    const { userId } = one
    const place = placeOf({ userId, way, jobId: event.streamId })
    const last = latest.get(place)
    const open = last && isUnsettled(last, event) ? last : undefined
    const at = event.recordedAt
    const due = way === 'app' ? at : dueAt({ way, at }, notices, zone, at)
    const told = toldAfter(open, one, event, { notificationId: idOf(event.seq, userId, way), way }, due)
    if (open) byId.set(open.notificationId, told)
    if (told) {
      byId.set(told.notificationId, told)
      latest.set(place, told)
    } else if (open) latest.delete(place)
  }

  for (const event of events) {
    const before = (earlier.get(event.streamId) ?? []).filter((one) => one.seq < event.seq)
    const { wanted, forget } = reaction.react(event, { before, people })
    if (forget !== undefined) {
      forgotten.push(forget)
      for (const [id, one] of byId) if (one?.userId === forget) byId.delete(id)
      for (const [place, one] of latest) if (one.userId === forget) latest.delete(place)
    }
    for (const one of wanted) {
      const recipient = recipients.get(one.userId)
      if (!recipient) continue
      for (const way of recipient.notices.ways[kindOf(one.change)] ?? []) tell(event, one, way, recipient)
    }
  }
  return { byId, forgotten }
}

const placeOf = ({ userId, jobId, way }: Pick<Notification, 'userId' | 'jobId' | 'way'>) => `${userId} ${jobId} ${way}`
