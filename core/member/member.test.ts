import { describe, expect, test } from 'vitest'
import { type Command, type Event, isMemberEvent, restsOn } from '#core/ledger/ledger.ts'
import { type Given, given, idOf, maya, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { commands, evolve, mostUsers } from './member.ts'

const { userId } = maya
const invited: Event = { type: 'MemberInvited', data: { userRole: 'team' } }
const joined = (userRole: 'owner' | 'admin' | 'team' = 'team'): Event => ({ type: 'MemberJoined', data: { userRole } })
const roleChanged: Event = { type: 'RoleChanged', data: { from: 'team', to: 'admin' } }
const removed: Event = { type: 'MemberRemoved', data: {} }
const restored: Event = { type: 'MemberRestored', data: {} }

const invite: Command = { type: 'InviteMember', data: { userId, userRole: 'team' } }
const accept: Command = { type: 'AcceptInvitation', data: { userId } }
const changeRole: Command = { type: 'ChangeRole', data: { userId, userRole: 'admin' } }
const remove: Command = { type: 'RemoveMember', data: { userId } }
const restore: Command = { type: 'RestoreMember', data: { userId } }

const people = (count: number) => ({ memberIds: Array.from({ length: count }, (_, index) => idOf('a', index)) })
const memberAfter = (...past: Given[]) =>
  recorded(...past)
    .filter(isMemberEvent)
    .reduce(evolve, undefined)

describe('joining', () => {
  test('the person who registers the company is its owner', () => {
    given().when({ type: 'RegisterOwner', data: { userId } }).gives(joined('owner'))
    given(joined('owner'))
      .when({ type: 'RegisterOwner', data: { userId } })
      .refuses('This person is already in the company.')
  })
  test('the owner invites a person', () => given().when(invite).gives(invited))
  test('a person is invited with the name and telephone number that are already known', () => {
    const named: Command = {
      type: 'InviteMember',
      data: { ...invite.data, fullName: ' Maya  Lindqvist ', telephone: '020 7946 0018' },
    }
    const details = { fullName: 'Maya Lindqvist', telephone: '020 7946 0018' }
    given().when(named).gives(invited, { type: 'MemberDetailsSet', data: details })
    expect(memberAfter(invited, { type: 'MemberDetailsSet', data: details })).toMatchObject({
      state: 'invited',
      ...details,
    })
    given()
      .when({ ...named, data: { ...invite.data, telephone: 'by post' } })
      .refuses('Enter a telephone number in digits, such as 020 7946 0018.', 'telephone')
  })
  test('joining keeps how the owner has called a person who was invited', () => {
    const named: Event = { type: 'MemberDetailsSet', data: { fullName: 'Maya Lindqvist' } }
    expect(memberAfter(invited, named, joined())).toMatchObject({ state: 'active', fullName: 'Maya Lindqvist' })
  })
  test('nobody else may invite', () => {
    for (const person of [priya, tom]) given().when(invite, person).refuses('Only the owner may do this.')
  })
  test('a person is in the company only once', () => {
    given(invited).when(invite).refuses('This person is already in the company.')
    given(invited, joined()).when(invite).refuses('This person is already in the company.')
  })
  test('ten people are allowed, the eleventh is refused', () => {
    expect(mostUsers).toBe(10)
    given().when(invite, undefined, people(9)).gives(invited)
    given().when(invite, undefined, people(10)).refuses('Your plan allows up to 10 users.')
  })
  test('an invitation is accepted once, for its role', () => {
    given(invited).when(accept, maya).gives(joined())
    given(invited, roleChanged).when(accept, maya).gives(joined('admin'))
    given(invited, joined()).when(accept, maya).givesNothing()
  })
  test('an invitation that was withdrawn, or never made, cannot be accepted', () => {
    given(invited, removed).when(accept, maya).refuses('This invitation is no longer open.')
    given().when(accept, maya).refuses('This invitation is no longer open.')
  })
  test('someone who left can be invited again', () => given(invited, joined(), removed).when(invite).gives(invited))
  test('the decision on an invitation depends on who is in the company', () =>
    expect(restsOn.InviteMember).toEqual([
      ...['MemberInvited', 'MemberJoined', 'MemberRemoved', 'MemberRestored', 'MemberDetailsSet'],
    ]))
})

describe('closing an account', () => {
  const close: Command = { type: 'CloseAccount', data: { userId } }
  const closed: Event = { type: 'MemberRemoved', data: { closed: true } }
  test('a person closes their own, whatever their role, and once', () => {
    for (const role of ['team', 'admin'] as const)
      given(joined(role))
        .when(close, { ...maya, role })
        .gives(closed)
    given(joined(), closed).when(close, maya).givesNothing()
  })
  test('nobody closes that of another', () => {
    for (const person of [undefined, priya, tom]) given(joined()).when(close, person).refuses('User not found.')
  })
  test('the owner closes the company instead', () =>
    given(joined('owner'))
      .when(close, { ...maya, role: 'owner' })
      .refuses(
        'A company cannot be without its owner, so the owner’s account cannot be closed on its own. Close the company instead.',
      ))
  test('it is for good: the person can only be added anew, and their name be erased', () => {
    const after = given(joined(), closed)
    for (const command of [restore, invite])
      after.when(command).refuses('This person closed their account. Add them as a new user.')
    after.when(remove).givesNothing()
    after
      .when({ type: 'EraseMember', data: { userId, reason: 'They asked' } })
      .gives({ type: 'MemberErased', data: { number: 1, reason: 'They asked' } })
  })
})

describe('changing and removing', () => {
  test('the owner changes a role', () => given(invited, joined()).when(changeRole).gives(roleChanged))
  test('setting the same role again records nothing', () =>
    given(invited, joined(), roleChanged).when(changeRole).givesNothing())
  test('the owner removes a person, and an invitation', () => {
    given(invited, joined()).when(remove).gives(removed)
    given(invited).when(remove).gives(removed)
  })
  test('removing someone twice records nothing', () => given(invited, joined(), removed).when(remove).givesNothing())
  test('nobody else may change or remove anyone', () => {
    for (const person of [priya, tom]) {
      given(invited, joined()).when(changeRole, person).refuses('Only the owner may do this.')
      given(invited, joined()).when(remove, person).refuses('Only the owner may do this.')
      given(invited, joined(), removed).when(remove, person).refuses('Only the owner may do this.')
    }
  })
  test('an owner cannot be changed or removed', () => {
    given(joined('owner')).when(changeRole).refuses('Owner accounts cannot be changed.')
    given(joined('owner')).when(remove).refuses('Owner accounts cannot be changed.')
  })
  test('someone who is not in the company cannot be changed or removed', () => {
    given().when(changeRole).refuses('User not found.')
    given().when(remove).refuses('User not found.')
    given(invited, joined(), removed).when(changeRole).refuses('User not found.')
  })
  test('the owner undoes a removal, and the person is as they were before', () => {
    given(invited, joined(), removed).when(restore).gives(restored)
    given(invited, joined()).when(restore).givesNothing()
    expect(memberAfter(invited, joined(), roleChanged, removed, restored)).toEqual(
      memberAfter(invited, joined(), roleChanged),
    )
    expect(memberAfter(invited, removed, restored)).toEqual(memberAfter(invited))
  })
  test('only the owner undoes a removal, only of a former member, and only up to ten people', () => {
    for (const person of [priya, tom])
      given(invited, joined(), removed).when(restore, person).refuses('Only the owner may do this.')
    given().when(restore).refuses('User not found.')
    given(invited, joined(), removed).when(restore, undefined, people(10)).refuses('Your plan allows up to 10 users.')
  })
  test('a person becomes admin or team, never owner', () => {
    for (const schema of [commands.ChangeRole, commands.InviteMember]) {
      expect(schema.safeParse({ userId, userRole: 'admin' }).success).toBe(true)
      expect(schema.safeParse({ userId, userRole: 'owner' }).success).toBe(false)
    }
  })
})

test('a member is invited, then active, then removed, and keeps the date of the invitation', () => {
  const since = '2026-11-19T08:00:01.000Z'
  expect(memberAfter(invited)).toEqual({ userId, userRole: 'team', state: 'invited', createdAt: since })
  expect(memberAfter(invited, joined(), roleChanged)).toEqual({
    userId,
    userRole: 'admin',
    state: 'active',
    createdAt: since,
  })
  expect(memberAfter(invited, joined(), removed)).toMatchObject({ state: 'removed' })
})
