import type { StoredEvent } from '#core/ledger/ledger.ts'
import { withoutErased } from '#core/member/details.ts'
import type { Change } from './changes.ts'

/** 'set the agency and work order', or 'changed' if one of them had a value before. */
export function setFields(changes: readonly Change[], whose: 'the' | 'their', otherwise: string): string {
  const fields = list.format(changes.map(({ field }) => fieldNames[field] ?? field)) || otherwise
  return `${changes.some(({ from }) => from) ? 'changed' : 'set'} ${whose} ${fields}`
}

/** Whose details they are: 'changed their telephone number', 'set the name and initials of Dana Whitfield'. */
export function detailsSentence({ actorId, streamId, data }: DetailsSet, changes: readonly Change[]): string {
  if (actorId === streamId) return setFields(changes, 'their', 'details')
  return `${setFields(changes, 'the', 'details')} of ${withoutErased(data).fullName ?? 'a person'}`
}

type DetailsSet = Extract<StoredEvent, { type: 'MemberDetailsSet' }>

const fieldNames: Partial<Record<Change['field'], string>> = {
  workOrder: 'work order',
  receivedBy: 'received by',
  fullName: 'name',
  telephone: 'telephone number',
}

const list = new Intl.ListFormat('en-GB')
