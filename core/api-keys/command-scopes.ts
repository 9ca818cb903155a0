import { attachmentCommands } from '#core/job/attachments/attachment-messages.ts'
import { dutyCommands, dutyOfficeCommands } from '#core/job/duties/duty-messages.ts'
import * as jobMessages from '#core/job/messages.ts'
import { pairCommands } from '#core/job/pairs/pairs.ts'
import { signatureCommands } from '#core/job/signature/signature.ts'
import { internalCommands } from '#core/ledger/ledger.ts'
import * as part from '#core/part/part.ts'
import * as recurringMessages from '#core/recurring/messages.ts'
import * as siteMessages from '#core/site/messages.ts'
import type { Scope } from './scopes.ts'

const typesOf = (...some: readonly object[]) => some.flatMap((one) => Object.keys(one))

/** Commands about a person's own hours and signature, and those that correct what was recorded: only people give them. */
const ofPeople = new Set([
  ...typesOf(signatureCommands),
  'ArriveOnSite',
  'LeaveSite',
  'ChangeTimeOnSite',
  'WithdrawArrival',
  'WithdrawLeaving',
  'SayOnTheWay',
  'WithdrawOnTheWay',
  'CorrectTime',
  ...internalCommands,
])

/** Of the commands that several of these hold, the first decides. To-do lists, views, people and the company are not for keys. */
const byScope: readonly (readonly [Scope, readonly string[]])[] = [
  ['files:write', [...typesOf(pairCommands, attachmentCommands), 'DescribeImage', 'DeleteImage']],
  ['files:write', ['ShareSiteFile', 'TakeBackSiteFile', 'DeleteSiteFile']],
  ['deadlines:write', typesOf(dutyCommands, dutyOfficeCommands)],
  ['jobs:write', typesOf(jobMessages.commands)],
  ['sites:write', typesOf(siteMessages.commands)],
  ['recurring:write', typesOf(recurringMessages.commands)],
  ['parts:write', typesOf(part.commands)],
]

/** The scope that an API key needs to give a command; undefined for one that no key may give. */
export const scopeOfCommand = (type: string): Scope | undefined =>
  ofPeople.has(type) ? undefined : byScope.find(([, types]) => types.includes(type))?.[0]
