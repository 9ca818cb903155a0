import type { EventType } from '#core/ledger/ledger.ts'
import { isEventType } from '#core/ledger/ledger.ts'
import { timeIn } from '#core/time/format.ts'
import { nameOfType } from '#core/webhooks/event-names.ts'
import { wordsOfFailure } from '#core/webhooks/failure-words.ts'
import { type DeliveryShown, type OffReason, testType } from '#core/wire/connections/webhooks.ts'
import { dateIn } from '#web/ui/time/format-instant.ts'

/** The server that a webhook sends to. */
export const hostOf = (url: string) => URL.parse(url)?.host ?? url

/** Why a webhook is off. */
export const offWords = (off: OffReason, answeredBy: string | undefined): string =>
  ({
    paused: 'Paused',
    failing: 'Off: nothing arrived for 3 days',
    gone: 'Off: its receiver says the address no longer exists',
    'maker-left': `Off: ${answeredBy ?? 'the person responsible for it'} has left the office`,
  })[off]

/** The names of types of event; those of a newer release are left out. */
export const namesOfTypes = (types: readonly string[]): string[] =>
  types.filter((one): one is EventType => isEventType(one)).map(nameOfType)

/** What was sent. */
export const nameOfDelivery = ({ type }: Pick<DeliveryShown, 'type'>): string =>
  type === testType ? 'Test' : isEventType(type) ? nameOfType(type) : type

/** The last answer in a word, and whether it was a good one; undefined before the first. */
export function outcomeOf({ state, status, failure }: DeliveryShown): { word: string; isGood: boolean } | undefined {
  if (failure !== undefined) return { word: wordsOfFailure(failure).short, isGood: false }
  return status === undefined ? undefined : { word: String(status), isGood: state === 'delivered' }
}

const times = (tries: number) => (tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`)

/** How a delivery stands: how long it took, when it is tried next, or that it was given up. */
export function standingWords(
  { state, tries, took, triedAt, nextTryAt }: DeliveryShown,
  { zone, isOn }: { zone: string; isOn: boolean },
): string {
  if (state === 'delivered') return `${took ?? 0} ms`
  if (state === 'parked') return `Given up, tried ${times(tries)}`
  if (triedAt === undefined || tries === 0) return isOn ? 'Being sent' : 'Waiting'
  return `Tried ${times(tries)}, ${isOn && nextTryAt ? `next ${momentIn(nextTryAt, zone)}` : 'waiting'}`
}

/** '10:42' today, '20 Nov, 10:42' on other days. */
export function momentIn(instant: string, zone: string): string {
  const [day, today] = [instant, new Date().toISOString()].map((one) => dateIn(one, zone))
  return day === today ? timeIn(instant, zone) : `${day}, ${timeIn(instant, zone)}`
}
