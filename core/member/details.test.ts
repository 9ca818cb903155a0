import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { type Command, type Event, isMemberEvent } from '#core/ledger/ledger.ts'
import { membersIn } from '#core/ledger/members.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { by, dana, type Given, given, maya, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { details } from '#test/core/random-details.ts'
import { personColours, proposedColour } from './colours.ts'
import { type GivenDetails, mostDetailChanges, mostEarlierNames } from './details.ts'
import { evolve } from './member.ts'
import { nameAt, proposedInitials } from './names.ts'

const { userId } = maya
const invited: Event = { type: 'MemberInvited', data: { userRole: 'team' } }
const joined: Event = { type: 'MemberJoined', data: { userRole: 'team' } }
const removed: Event = { type: 'MemberRemoved', data: {} }
const called = (fullName: string): Event => ({ type: 'MemberDetailsSet', data: { fullName } })
const set = (details: GivenDetails): Command => ({ type: 'SetMemberDetails', data: { userId, ...details } })
const memberAfter = (...past: Given[]) =>
  recorded(...past)
    .filter(isMemberEvent)
    .reduce(evolve, undefined)
const owner = { ...dana, role: 'owner' } as const

describe('a person’s details', () => {
  test('are set by the person, and by the owner', () => {
    const details = { fullName: 'Maya Tomlin', initials: 'MT', colour: 'teal', telephone: '07700 900123' } as const
    for (const who of [maya, owner])
      given(invited, joined).when(set(details), who).gives({ type: 'MemberDetailsSet', data: details })
    given(invited).when(set(details), owner).gives({ type: 'MemberDetailsSet', data: details })
  })
  test('are not set by anyone else, nor of somebody who is not in the company', () => {
    for (const who of [priya, tom])
      given(invited, joined)
        .when(set({ fullName: 'Tom' }), who)
        .refuses('Only the owner may change the details of other people.')
    given()
      .when(set({ fullName: 'Maya' }), owner)
      .refuses('User not found.')
    given(invited, joined, { type: 'MemberRemoved', data: {} })
      .when(set({ fullName: 'Maya' }), owner)
      .refuses('User not found.')
  })
  test('change one by one: what is not given stays, and an empty text removes', () => {
    const past = given(invited, joined, { type: 'MemberDetailsSet', data: { fullName: 'Maya Tomlin', initials: 'MT' } })
    past.when(set({ telephone: '020 7946 0018' }), maya).gives({
      type: 'MemberDetailsSet',
      data: { fullName: 'Maya Tomlin', initials: 'MT', telephone: '020 7946 0018' },
    })
    past.when(set({ initials: '' }), maya).gives({ type: 'MemberDetailsSet', data: { fullName: 'Maya Tomlin' } })
    past.when(set({ fullName: ' Maya  Tomlin ', initials: 'mt', colour: '' }), maya).givesNothing()
  })
  test('are kept tidy: no unseen characters, single spaces, initials in capitals', () =>
    given(invited, joined)
      .when(set({ fullName: '\u202e Maya\u00a0\u200bTomlin\n', initials: 'mt' }), maya)
      .gives({ type: 'MemberDetailsSet', data: { fullName: 'Maya Tomlin', initials: 'MT' } }))
  test.each([
    [{ fullName: '123' }, 'Enter a name with letters.', 'fullName'],
    [{ initials: 'M T' }, 'Enter one to four letters or digits as initials.', 'initials'],
    [{ initials: 'MAYAT' }, 'Enter one to four letters or digits as initials.', 'initials'],
    [{ telephone: 'ask Priya' }, 'Enter a telephone number in digits, such as 020 7946 0018.', 'telephone'],
    [{ telephone: '12' }, 'Enter a telephone number in digits, such as 020 7946 0018.', 'telephone'],
  ])('%j is refused with a reason', (details, error, field) =>
    given(invited, joined).when(set(details), maya).refuses(error, field),
  )
  test.each(['07700 900123', '+44 (0)20 7946 0018', '020-7946-0018 ext 12', '0113.496.0000'])(
    '%s is a telephone number',
    (telephone) =>
      given(invited, joined).when(set({ telephone }), maya).gives({ type: 'MemberDetailsSet', data: { telephone } }),
  )
  test('can be changed so often, and no more', () => {
    const changes = (many: number) => Array.from({ length: many }, (_, nth) => called(nth % 2 ? 'Maya' : 'May'))
    given(invited, joined, ...changes(mostDetailChanges - 1))
      .when(set({ fullName: 'M' }), maya)
      .gives(called('M'))
    given(invited, joined, ...changes(mostDetailChanges))
      .when(set({ fullName: 'M' }), maya)
      .refuses(`The details of a person can be changed up to ${mostDetailChanges} times.`)
  })
})

describe('the name as it was then', () => {
  const person = (...past: Given[]) => ({ username: 'maya', ...memberAfter(...past) })
  const at = (seq: number) => recorded(...Array.from({ length: seq }, () => joined)).at(-1)?.recordedAt ?? ''
  test('is the one at that time; from before the first name it is the first', () => {
    const maya = person(invited, joined, called('Maya Tomlin'), called('Maya Reed'))
    expect([1, 3, 4, 5].map((seq) => nameAt(maya, at(seq)))).toEqual([
      ...['Maya Tomlin', 'Maya Tomlin', 'Maya Tomlin', 'Maya Reed'],
    ])
  })
  test('is the username where there never was one', () => expect(nameAt(person(invited, joined), at(2))).toBe('maya'))
  test('is not one that was erased', () => {
    const maya = person(invited, joined, called(erasedText), called('Maya Reed'))
    expect([2, 3, 4].map((seq) => nameAt(maya, at(seq)))).toEqual(['Maya Reed', 'Maya Reed', 'Maya Reed'])
    expect(nameAt(person(invited, joined, called('Maya Tomlin'), called(erasedText)), at(9))).toBe('maya')
  })
  test('at most some earlier ones are kept', () => {
    const names = Array.from({ length: mostEarlierNames + 5 }, (_, nth) => called(`Maya ${nth}`))
    const maya = memberAfter(invited, ...names)
    expect(maya?.earlierNames).toHaveLength(mostEarlierNames)
    expect(maya?.fullName).toBe(`Maya ${mostEarlierNames + 4}`)
  })
  test('is kept for somebody who is invited again under another name, or without one', () => {
    const before = [invited, joined, called('Maya Tomlin'), joined, removed] as const
    const names = (...after: Given[]) => [4, 5, 6, 9].map((seq) => nameAt(person(...before, ...after), at(seq)))
    expect(names(invited)).toEqual(['Maya Tomlin', 'Maya Tomlin', 'Maya Tomlin', 'maya'])
    expect(names(invited, called('Maya Reed'))).toEqual(['Maya Tomlin', 'Maya Tomlin', 'Maya Tomlin', 'Maya Reed'])
    expect(memberAfter(...before, invited, called('Maya Reed'), removed, invited)?.earlierNames).toEqual([
      { name: 'Maya Tomlin', until: at(6) },
      { name: 'Maya Reed', until: at(9) },
    ])
  })
  test('is all that stays of the details of somebody who is invited again', () => {
    const details: Event = {
      type: 'MemberDetailsSet',
      data: { fullName: 'Maya Tomlin', initials: 'MT', colour: 'teal', telephone: '07700 900123' },
    }
    expect(memberAfter(invited, details, removed, invited)).toEqual({
      ...memberAfter(invited),
      createdAt: at(4),
      earlierNames: [{ name: 'Maya Tomlin', until: at(4) }],
      detailChanges: 1,
    })
    expect(memberAfter(invited, removed, invited)).toEqual({ ...memberAfter(invited), createdAt: at(3) })
  })
  test('never ended where somebody is invited again under the same one', () => {
    const maya = memberAfter(invited, called('Maya Tomlin'), removed, invited, called('Maya Tomlin'))
    expect(maya).toMatchObject({ fullName: 'Maya Tomlin', earlierNames: [] })
  })
  test('is not one that was erased, nor one of a person who was, also if they were invited again before', () => {
    const again = [invited, called('Maya Reed'), removed] as const
    expect(nameAt(person(invited, called(erasedText), removed, ...again), at(2))).toBe('Maya Reed')
    const erased: Event = { type: 'MemberErased', data: { number: 3, reason: 'She asked' } }
    const left = memberAfter(invited, called('Maya Tomlin'), removed, ...again, erased)
    expect(JSON.stringify(left)).not.toContain('Maya')
    given(invited, called('Maya Tomlin'), removed, ...again, erased)
      .when({ type: 'InviteMember', data: { userId, userRole: 'team' } }, owner)
      .refuses('The name and email of this person were erased. Add them as a new user.')
  })
  test('goes with the erasure of the person, like all details', () => {
    const erased: Event = { type: 'MemberErased', data: { number: 3, reason: 'She asked' } }
    const details: Event = { type: 'MemberDetailsSet', data: { fullName: 'Maya Reed', telephone: '07700 900123' } }
    const left = memberAfter(invited, called('Maya'), details, { type: 'MemberRemoved', data: {} }, erased)
    expect(JSON.stringify(left)).not.toMatch(/Maya|07700/)
  })
})

test('the history tells whose details changed, with the values before and after', () => {
  const details: Event = { type: 'MemberDetailsSet', data: { fullName: 'Maya Reed', initials: 'MR' } }
  const [second, first] = historyOf(
    recorded(
      invited,
      by(owner, called('Maya Tomlin')),
      by({ ...maya, userId: recorded(invited)[0]?.streamId ?? '' }, details),
    ).filter(isMemberEvent),
  )
  expect(first).toMatchObject({
    sentence: 'set the name of Maya Tomlin',
    changes: [{ field: 'fullName', to: 'Maya Tomlin' }],
  })
  expect(second).toMatchObject({
    sentence: 'changed their name and initials',
    changes: [
      { field: 'fullName', from: 'Maya Tomlin', to: 'Maya Reed' },
      { field: 'initials', to: 'MR' },
    ],
  })
})

test.each([
  ['Dana Whitfield', 'DW'],
  ['dana.whitfield', 'DW'],
  ['Mary Jane van Dyke', 'MD'],
  ['Cher', 'C'],
  ['The office', 'O'],
  ['Zoë O’Brien', 'ZO'],
  ['e\u0301va', 'E\u0301'],
  ['', ''],
])('%j suggests the initials %j', (name, initials) => expect(proposedInitials(name)).toBe(initials))

test('the colour suggested for a person is always the same, and every colour is suggested', () => {
  expect(proposedColour(userId)).toBe(proposedColour(userId))
  const seen = new Set(fc.sample(fc.uuid(), 300).map(proposedColour))
  expect([...seen].toSorted()).toEqual([...personColours].toSorted())
})

describe('nobody gets a name that is taken for another person’s', () => {
  const namesOfOthers = ['tom.o', 'Tom Okafor', 'Thomas Reed', 'Ian Hall']
  const another =
    'Somebody else in this company has this name, or had it. Add a middle name or initial, so that the history can tell the two apart.'
  const people = fc.constantFrom(dana.userId, tom.userId, userId)
  test.each([
    ['Tom Okafor', 'the same'],
    ['TOM  OKAFOR', 'in capitals'],
    ['Tóm Okafór', 'with accents'],
    ['Тоm Оkаfоr', 'with Cyrillic letters'],
    ['Τom Οκafor', 'with Greek letters'],
    ['T0m 0kafor', 'with digits'],
    ['Ｔｏｍ Okafor', 'with wide letters'],
    ['Tom-Okafor.', 'with signs'],
    ['lan HaII', 'with an l for an I'],
    ['thomas reed', 'that somebody had earlier'],
    ['Tom O', 'of a username'],
  ])('%s, %s', (fullName) => {
    for (const [who, command] of [
      [maya, set({ fullName })],
      [owner, set({ fullName })],
      [owner, { type: 'InviteMember', data: { userId, userRole: 'team', fullName } }],
    ] as const)
      given(...(command.type === 'InviteMember' ? [] : [invited, joined]))
        .when(command, who, { namesOfOthers })
        .refuses(another, 'fullName')
  })
  test.each(['Tom A. Okafor', 'Tom Okafor junior', 'Tomas Okafor', 'Wei Wu', 'Мария Иванова', '王伟'])(
    '%s is another name',
    (fullName) => given(invited, joined).when(set({ fullName }), maya, { namesOfOthers }).gives(called(fullName)),
  )
  test.each(['Fettle', 'The office', 'the 0ffice', 'Former member 3', 'FORMER MEMBER'])(
    '%s is how Fettle itself calls nobody, or somebody who was forgotten',
    (fullName) =>
      given(invited, joined)
        .when(set({ fullName }), maya)
        .refuses('Fettle itself uses this name in the history. Enter another one.', 'fullName'),
  )
  test('a name that both had already stays when something else changes', () =>
    given(invited, joined, called('Tom Okafor'))
      .when(set({ telephone: '07700 900123' }), maya, { namesOfOthers })
      .gives({ type: 'MemberDetailsSet', data: { fullName: 'Tom Okafor', telephone: '07700 900123' } }))
  test('nor one that somebody had before they were invited again', () => {
    const ledger = memoryLedger()
    ledger.handle({ type: 'RegisterOwner', data: { userId: dana.userId } }, owner)
    const steps: Command[] = [
      { type: 'InviteMember', data: { userId, userRole: 'team', fullName: 'Maya Tomlin' } },
      { type: 'RemoveMember', data: { userId } },
      { type: 'InviteMember', data: { userId, userRole: 'team', fullName: 'Maya Reed' } },
      { type: 'InviteMember', data: { userId: tom.userId, userRole: 'team' } },
    ]
    for (const one of steps) ledger.handle(one, owner)
    const taking = (who: string): Command => ({
      type: 'SetMemberDetails',
      data: { userId: who, fullName: 'Maya Tomlin' },
    })
    expect(ledger.handle(taking(tom.userId), tom)).toMatchObject({ refused: 'name-of-another' })
    expect(ledger.handle(taking(userId), maya)).toMatchObject([{ type: 'MemberDetailsSet' }])
  })
  test('whatever people do, in whatever order, no two of a company have had one name', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(details(people), fc.boolean()), { maxLength: 12 }), (all) => {
        const ledger = memoryLedger()
        const invite = (who: string, fullName?: string) =>
          ledger.handle(
            { type: 'InviteMember', data: { userId: who, userRole: 'team', ...(fullName ? { fullName } : {}) } },
            owner,
          )
        ledger.handle({ type: 'RegisterOwner', data: { userId: dana.userId } }, owner)
        for (const one of [tom, maya]) invite(one.userId)
        const had = new Set<string>()
        for (const [data, isInvitedAgain] of all) {
          if (isInvitedAgain) {
            ledger.handle({ type: 'RemoveMember', data: { userId: data.userId } }, owner)
            invite(data.userId, data.fullName)
          } else ledger.handle({ type: 'SetMemberDetails', data }, owner)
          for (const one of membersIn(ledger.log).values()) if (one.fullName) had.add(`${one.userId} ${one.fullName}`)
        }
        expect(had.size).toBe(new Set([...had].map((one) => one.slice(one.indexOf(' ')))).size)
        const names = [...membersIn(ledger.log).values()].flatMap((one) => [
          ...new Set([one.fullName, ...(one.earlierNames ?? []).map(({ name }) => name)].filter(Boolean)),
        ])
        expect(names).toEqual([...new Set(names)])
      }),
    ))
})
