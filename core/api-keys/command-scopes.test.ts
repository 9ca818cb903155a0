import { expect, test } from 'vitest'
import { commands, internalCommands } from '#core/ledger/ledger.ts'
import { scopeOfCommand } from './command-scopes.ts'

const all = Object.keys(commands)
const withScope = (scope: string | undefined) => all.filter((type) => scopeOfCommand(type) === scope)

test('only people give commands about people, their own lists, hours and signatures, and about the company', () => {
  const ofPeople = withScope(undefined).filter((type) => !internalCommands.some((one) => one === type))
  expect(ofPeople.toSorted()).toMatchInlineSnapshot(`
    [
      "AddSignature",
      "AddTodo",
      "ArriveOnSite",
      "ChangeRole",
      "ChangeTimeOnSite",
      "CorrectTime",
      "DeleteTodo",
      "DeleteView",
      "LeaveSite",
      "RecordNoSignature",
      "RemoveLogo",
      "RemoveMember",
      "RestoreMember",
      "SaveView",
      "SayOnTheWay",
      "SetDeadlineRules",
      "SetInvoicing",
      "SetMemberDetails",
      "SetNoticeRule",
      "SetPapers",
      "SetPhotoRule",
      "SetQuietHours",
      "SetTenantRule",
      "ToggleTodo",
      "WithdrawArrival",
      "WithdrawLeaving",
      "WithdrawOnTheWay",
    ]
  `)
})

test('no key gives a command that only the server issues, nor one that does not exist', () => {
  for (const type of [...internalCommands, 'Nothing', 'constructor', '__proto__'])
    expect(scopeOfCommand(type)).toBeUndefined()
})

test('commands that are not about the job itself have a scope of their own', () => {
  expect(withScope('files:write').toSorted()).toMatchInlineSnapshot(`
    [
      "DeleteAttachment",
      "DeleteImage",
      "DeleteSiteFile",
      "DescribeImage",
      "PairImage",
      "ShareAttachment",
      "ShareSiteFile",
      "TakeBackAttachment",
      "TakeBackSiteFile",
      "UnpairImage",
    ]
  `)
  expect(withScope('deadlines:write').toSorted()).toMatchInlineSnapshot(`
    [
      "ConcludeInvestigation",
      "EndDuty",
      "ExplainDuty",
      "MeetDeadline",
      "OfferStay",
      "PutOffDeadline",
      "RecordHazard",
      "RegradeHazard",
      "ReopenDeadline",
      "ReopenInvestigation",
      "SendSummary",
      "StartServiceLevel",
      "WriteSummary",
    ]
  `)
  expect(scopeOfCommand('AddNote')).toBe('jobs:write')
  expect(scopeOfCommand('PriceTask')).toBe('jobs:write')
  expect(scopeOfCommand('AddPart')).toBe('parts:write')
  expect(scopeOfCommand('EditSite')).toBe('sites:write')
  expect(scopeOfCommand('PauseRecurringWork')).toBe('recurring:write')
})
