import type { JobEvent } from '#core/job/messages.ts'
import type { ToldNews } from './tenant-messages.ts'

/** What a mail or a text message was to bring to whom. */
export type Sending = {
  linkId: string
  mailId: string
  sentTo: string
  news?: ToldNews | undefined
  way?: 'text' | undefined
}

/**
 * What a mail or a text message of a job is to bring, by the job's events; undefined if there is none, or if a later one to the same tenant
 * has taken its place: of several that wait for their server, the news of a visit is told once, as it is by then, and so is who is on the
 * way. News never takes the place of the link itself, nor the link that of news.
 */
export function sendingOf(events: readonly JobEvent[], mailId: string): Sending | undefined {
  const sendings = sendingsIn(events)
  const at = sendings.findIndex((one) => one.mailId === mailId)
  const found = sendings[at]
  const isOvertaken = sendings
    .slice(at + 1)
    .some((one) => one.linkId === found?.linkId && one.way === found.way && about(one) === about(found))
  return isOvertaken ? undefined : found
}

/** To which address a mail of a job was to go, by the job's events; empty if there is none. */
export const addressOfMail = (events: readonly JobEvent[], mailId: string): string =>
  sendingsIn(events).find((one) => one.mailId === mailId)?.sentTo ?? ''

const sendingsIn = (events: readonly JobEvent[]) =>
  events.flatMap((one) => (one.type === 'TenantLinkSent' ? [one.data] : []))

const about = ({ news }: Pick<Sending, 'news'>) => (news === undefined || news === 'on the way' ? news : 'visit')
