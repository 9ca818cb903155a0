import { describe, expect, test } from 'vitest'
import { decide } from '#core/ledger/decide.ts'
import { type Command, commands, type Event, isCompanyEvent } from '#core/ledger/ledger.ts'
import { may, mayNow, type Right } from '#core/model/access.ts'
import { type Role, roles } from '#core/model/messages.ts'
import { companyId, dana, given, idOf, jobId, maya, now, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { closingDays, evolve } from './company.ts'
import { decidedWhileClosed, refusalWhileClosed } from './read-only.ts'

const registered: Event = {
  type: 'CompanyRegistered',
  data: { name: 'Harrow & Pike', timeZone: 'Europe/London', businessTier: 1, expiryDate: '2026-12-04T09:00:00.000Z' },
}
const rights: readonly Right[] = [
  'work',
  'createJob',
  'editJob',
  'schedule',
  'seePrices',
  'seeOfficeFacts',
  'manageProjections',
  'manageUsers',
  'inviteUsers',
  'erase',
  'buyPlans',
  'closeCompany',
]
const eraseAt = '2026-12-20T09:00:00.000Z'
const closed: Event = { type: 'CompanyClosed', data: { eraseAt } }
const reopened: Event = { type: 'CompanyReopened', data: {} }
const close = (name = 'Harrow & Pike'): Command => ({ type: 'CloseCompany', data: { companyId, name } })
const reopen: Command = { type: 'ReopenCompany', data: { companyId } }
const stateAfter = (...past: Event[]) =>
  recorded(...past)
    .filter(isCompanyEvent)
    .reduce(evolve, undefined)

describe('closing a company', () => {
  test('by its name, in any case and spacing, leaves thirty days until it is erased', () => {
    expect(closingDays).toBe(30)
    given(registered).when(close()).gives(closed)
    given(registered).when(close('  harrow &  pike ')).gives(closed)
    given(registered, closed).when(close()).givesNothing()
    given(registered, closed, reopened).when(close()).gives(closed)
  })
  test('another name, and another person than the owner, is refused', () => {
    given(registered).when(close('Harrow')).refuses('This is not the name of your company.', 'name')
    for (const person of [priya, tom])
      for (const command of [close(), reopen])
        given(registered, closed).when(command, person).refuses('Only the owner may do this.')
  })
  test('the company tells until when, and no longer once it is reopened', () => {
    expect(stateAfter(registered, closed)?.closing).toEqual({ closedAt: '2026-11-19T08:01:01.000Z', eraseAt })
    expect(stateAfter(registered, closed, reopened)).toEqual(stateAfter(registered))
  })
  test('it is reopened until that moment, and not after', () => {
    given(registered, closed).when(reopen).gives(reopened)
    given(registered).when(reopen).givesNothing()
    const over: Event = { type: 'CompanyClosed', data: { eraseAt: now } }
    given(registered, over)
      .when(reopen)
      .refuses('The 30 days are over: the company is being erased and cannot be reopened.')
  })
})

describe('in a closed company', () => {
  test('screens offer no change, and still what reads, erases by law and reopens', () => {
    const offered = (role: Role, isClosed: boolean) => rights.filter((right) => mayNow(right, role, isClosed))
    for (const role of roles) expect(offered(role, false)).toEqual(rights.filter((right) => may[right](role)))
    expect(offered('team', true)).toEqual([])
    expect(offered('admin', true)).toEqual(['seePrices', 'seeOfficeFacts', 'manageProjections'])
    expect(offered('owner', true)).toEqual([...offered('admin', true), 'manageUsers', 'erase', 'closeCompany'])
  })
  test('what is still decided are commands that there are', () => {
    expect(decidedWhileClosed.filter((type) => !Object.hasOwn(commands, type))).toEqual([])
    expect(refusalWhileClosed({ type: 'AddNote' }, false)).toBeUndefined()
    expect(refusalWhileClosed({ type: 'AddNote' }, true)).toMatchObject({ refused: 'company-closed' })
  })
  const decideClosed = (command: Command, ...past: Event[]) =>
    decide(recorded(...past), command, {
      companyId,
      actorId: dana.userId,
      actorRole: 'owner',
      at: now,
      isClosed: true,
      facts: { erasable: new Map() },
    })
  test('nothing is changed but what reopens it or is asked for by law', () => {
    const refused: Command[] = [
      { type: 'CreateJob', data: { jobId, apartmentName: 'x', createdAt: '2026-11-20', tasks: [] } },
      { type: 'AddNote', data: { jobId, noteId: idOf('d', 1), note: 'Knocked' } },
      { type: 'SetPhotoRule', data: { companyId, photosNeeded: true } },
      { type: 'InviteMember', data: { userId: maya.userId, userRole: 'team' } },
    ]
    for (const command of refused)
      expect(decideClosed(command, registered, closed)).toMatchObject({ refused: 'company-closed' })
    expect(decideClosed(reopen, registered, closed)).toEqual([reopened])
    const joined: Event = { type: 'MemberJoined', data: { userRole: 'team' } }
    expect(decideClosed({ type: 'RemoveMember', data: { userId: maya.userId } }, joined)).toEqual([
      { type: 'MemberRemoved', data: {} },
    ])
  })
})
