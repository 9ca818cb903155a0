import type { Change } from '#core/history/changes.ts'
import type { EvidenceSent } from '#core/job/evidence-mail/evidence-mail-messages.ts'
import { dayName } from '#core/time/format.ts'

/** What an evidence pack that was sent by email states: to whom, with which words, and what it had of the job. */
export const evidenceSentChanges = (sent: EvidenceSent): Change[] => [
  { field: 'sentTo', to: sent.sentTo },
  ...(sent.message ? [{ field: 'mailMessage', to: sent.message } as const] : []),
  { field: 'packHas', to: contentsOf(sent) },
]

/** What a pack had that can be left out, and its days. */
function contentsOf({ copy, prices, notes, from, to, upTo }: EvidenceSent): string {
  const [record, money, comments] = ['office records', 'prices and invoice number', 'office comments']
  const parts = [
    [record, copy === 'office'],
    [money, copy === 'office' && prices],
    [comments, notes],
  ] as const
  const included = parts.filter(([, isIn]) => isIn).map(([words]) => words)
  const days = [...(from ? [`from ${dayName(from)}`] : []), ...(to ? [`until ${dayName(to)}`] : [])]
  const until = `up to event ${upTo}`
  return [
    included.length > 0 ? `With ${included.join(', ')}` : `Without ${parts.map(([words]) => words).join(', ')}`,
    ...days,
    until,
  ].join(', ')
}
