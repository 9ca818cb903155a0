import { isDeepStrictEqual } from 'node:util'
import { notePushed, removeDevice, type Subscription } from '#api/notices/push-devices.ts'
import { nameIn } from '#api/reads/people.ts'
import type { Services } from '#api/services/services.ts'
import { dueWords } from '#core/deadlines/standing.ts'
import { nextPush, pushPlan } from '#core/notifications/pushing.ts'
import { changesOf, type JobChanges } from '#core/reactions/changes.ts'
import { isPressing, pushMessageOf } from '#core/reactions/push-words.ts'
import { visitIn } from '#core/time/format.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type ClaimedPush, dropPush, leavePush } from './due-rows.ts'
import { type PushFacts, readPush } from './read-push.ts'
import { type Pushed, type PushSender, sendPush } from './send-push.ts'

export type PushParts = Pick<Services, 'ledgerPool' | 'now'> & PushSender

/**
 * Does with a claimed push what is to be done with it now, as its person's rights, settings and devices are, and notes what came of it.
 * Throws database errors: it is then looked at again once its claim has run out.
 */
export async function tryPush(parts: PushParts, companyId: string, one: ClaimedPush, until: string): Promise<void> {
  const { ledgerPool, now } = parts
  const facts = await readPush(ledgerPool, companyId, one)
  const at = now().getTime()
  const wanted = wantedOf(one.changes, facts)
  const isSent = one.sent !== null && isDeepStrictEqual(one.sent, one.changes)
  const plan = pushPlan(
    { ...one, isSent, wasSent: one.sent !== null, isRead: facts.isRead, isWanted: wanted !== undefined },
    facts.notices,
    facts.zone,
    new Date(at).toISOString(),
  )
  const claimed = { companyId, noticeId: one.noticeId, until, changes: JSON.stringify(one.changes) }
  const before = one.sent && JSON.stringify(one.sent)
  const leave = (due: number, left: { sent: string | null; sentTo: string[]; tries: number }) =>
    inCompany(ledgerPool, companyId, (client) =>
      leavePush(client, { ...claimed, ...left, dueAt: new Date(due).toISOString() }),
    )
  const drop = () => inCompany(ledgerPool, companyId, (client) => dropPush(client, claimed))
  if (plan === 'drop') return void (await drop())
  if (plan !== 'send') return void (await leave(plan.wait, { sent: before, sentTo: one.sentTo, tries: 0 }))
  const { sentTo, isFailing } = await sendToAll(parts, companyId, one, facts, wanted ?? {})
  const again = isFailing ? nextPush(one, at) : undefined
  if (again !== undefined) return void (await leave(again, { sent: before, sentTo, tries: one.tries }))
  if (sentTo.length === 0) return void (await drop())
  await leave(Math.max(Date.parse(one.settlesAt), at), { sent: claimed.changes, sentTo, tries: 0 })
}

/** What of the changes the person wants to hear by push, as their role may. */
const wantedOf = (changes: JobChanges, { notices }: PushFacts) =>
  changesOf(changes, (kind) => notices?.ways[kind]?.includes('push') ?? false)

/** What it is about if not about a job, also once nothing is left of it. */
const insteadOf = ({ report, stuck }: JobChanges) => (report ? 'report' : stuck ? 'device' : undefined)

async function sendToAll(
  parts: PushParts,
  companyId: string,
  { jobId, userId, sentTo, changes: told, sent }: ClaimedPush,
  { devices, people, zone, notices, jobRef, site }: PushFacts,
  changes: JobChanges,
): Promise<{ sentTo: string[]; isFailing: boolean }> {
  const message = pushMessageOf(
    changes,
    { jobId, jobRef, site: notices?.showSite ? site : undefined, instead: insteadOf({ ...sent, ...told }) },
    {
      nameOf: (id) => nameIn(people, id),
      whenOf: ({ jobStart, jobEnd }) => visitIn(jobStart, jobEnd, zone, parts.now().toISOString()),
      momentOf: (at) => dueWords(at, parts.now().toISOString(), zone),
    },
  )
  const waiting = devices.filter((one) => !sentTo.includes(one.subscriptionId))
  const came = await Promise.all(
    waiting.map(async (device): Promise<[Subscription, Pushed]> => {
      const pushed = await sendPush(parts, device, message, isPressing(changes))
      await noteOutcome(parts, { companyId, userId }, device, pushed)
      return [device, pushed]
    }),
  )
  const arrived = came.filter(([_, pushed]) => pushed === 'arrived').map(([device]) => device.subscriptionId)
  return { sentTo: [...sentTo, ...arrived], isFailing: came.some(([_, pushed]) => pushed === 'failed') }
}

/** Notes at a device what came of a message to it; one that is gone is forgotten. */
export const noteOutcome = (
  { ledgerPool, now }: Pick<Services, 'ledgerPool' | 'now'>,
  person: { companyId: string; userId: string },
  { subscriptionId }: Subscription,
  pushed: Pushed,
) =>
  inCompany(ledgerPool, person.companyId, async (client) => {
    if (pushed === 'gone') await removeDevice(client, { ...person, subscriptionId })
    else
      await notePushed(client, {
        ...person,
        subscriptionId,
        at: now().toISOString(),
        isArrived: pushed === 'arrived',
      })
  })
