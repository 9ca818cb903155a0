import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { type Command, type Event, forTeam, isPrivate, isViewEvent } from '#core/ledger/ledger.ts'
import { visible } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predictViews } from '#core/prediction/predict-views.ts'
import { ownViews, sharedViews } from '#core/projections/views/view-lists.ts'
import { by, companyId, dana, type Given, given, idOf, priya, recorded, tom } from '#test/core/given-when-then.ts'
import { builtInViews, mostOwnViews, visitDatesIn } from './jobs-list.ts'
import { leaving } from './leaving.ts'
import type { View } from './messages.ts'
import { evolve, viewsIdOf, viewsIn } from './views.ts'

const view: View = { viewId: idOf('f', 700), name: 'Needs a visit', status: 'pending', visit: 'nextWeek' }
const ofAgency: View = { viewId: idOf('f', 701), name: 'Aire Valley', agency: 'Aire Valley Homes' }
const own = (data: View): Event => ({ type: 'ViewSaved', data: { listOf: tom.userId, ...data } })
const shared = (data: View): Event => ({ type: 'SharedViewSaved', data: { listOf: companyId, ...data } })
const save = (listOf: string, data: View, from?: View): Command => ({
  type: 'SaveView',
  data: { listOf, view: data, ...(from ? { from } : {}) },
})
const remove = (listOf: string): Command => ({ type: 'DeleteView', data: { listOf, viewId: view.viewId } })
const past = (...events: Event[]): Given[] => events.map((event) => by(tom, event))
const listAfter = (...given: Given[]) =>
  recorded(...given)
    .filter(isViewEvent)
    .reduce(evolve, undefined)

describe("one's own view", () => {
  test('is saved under its name, without blanks and without an empty search', () =>
    given()
      .when(save(tom.userId, { ...view, name: ' Needs a visit ', search: ' ', type: 'all' }), tom)
      .gives(own(view)))
  test('is saved once, however often the command arrives', () =>
    given(...past(own(view)))
      .when(save(tom.userId, view), tom)
      .givesNothing())
  test('is changed by whoever saw its present state, and keeps its place', () => {
    const later: View = { ...view, status: 'booked' }
    const second = own({ ...view, viewId: idOf('f', 702), name: 'Booked' })
    given(...past(own(view)))
      .when(save(tom.userId, later, view), tom)
      .gives(own(later))
    given(...past(own(view), own(later)))
      .when(save(tom.userId, { ...view, status: 'completed' }, view), tom)
      .refuses('Someone else has changed this in the meantime.')
    expect(viewsIn(listAfter(...past(own(view), second, own(later)))).map((one) => one.status)).toEqual([
      'booked',
      'pending',
    ])
  })
  test('that is gone cannot be changed, but saved again by an undo', () => {
    const gone = past(own(view), { type: 'ViewDeleted', data: { listOf: tom.userId, viewId: view.viewId } })
    given(...gone)
      .when(save(tom.userId, { ...view, status: 'booked' }, view), tom)
      .refuses('View not found.')
    given(...gone)
      .when(save(tom.userId, view), tom)
      .gives(own(view))
  })
  test('is deleted once', () => {
    given(...past(own(view)))
      .when(remove(tom.userId), tom)
      .gives({ type: 'ViewDeleted', data: { listOf: tom.userId, viewId: view.viewId } })
    given().when(remove(tom.userId), tom).givesNothing()
  })
  test('needs a name that no other view of the list has, nor a list that everybody has', () => {
    given()
      .when(save(tom.userId, { ...view, name: '  ' }), tom)
      .refuses('Give the view a name.', 'name')
    given(...past(own(view)))
      .when(save(tom.userId, { ...view, viewId: idOf('f', 702), name: 'NEEDS A VISIT' }), tom)
      .refuses('There is already a view called NEEDS A VISIT. Choose another name.', 'name')
    for (const name of builtInViews)
      given()
        .when(save(tom.userId, { ...view, name }), tom)
        .refuses(`There is already a view called ${name}. Choose another name.`, 'name')
  })
  test('cannot be added to a full list', () => {
    const full = Array.from({ length: mostOwnViews }, (_, nth) =>
      own({ ...view, viewId: idOf('f', 710 + nth), name: `View ${nth}` }),
    )
    given(...past(...full))
      .when(save(tom.userId, view), tom)
      .refuses('You can keep up to 50 views of your own. Delete one before you save another.')
  })
  test('belongs to nobody else, not even the owner', () => {
    given(...past(own(view)))
      .when(save(tom.userId, { ...view, name: 'Other' }), dana)
      .refuses('View not found.')
    given(...past(own(view)))
      .when(remove(tom.userId), dana)
      .refuses('View not found.')
    expect(forTeam(recorded(...past(own(view))))).toEqual([])
    expect(recorded(...past(own(view))).every(isPrivate)).toBe(true)
  })
})

describe('a shared view', () => {
  test('is saved by the office, for everybody in it', () => {
    given().when(save(companyId, ofAgency), priya).gives(shared(ofAgency))
    const [entry] = historyOf(recorded(shared(ofAgency)))
    expect(entry).toMatchObject({ sentence: 'saved a shared view: Aire Valley' })
    expect(entry?.changes).toContainEqual({ field: 'viewShows', of: 'Aire Valley', to: ['Agency: Aire Valley Homes'] })
  })
  test('is none of the team’s business', () => {
    given().when(save(companyId, view), tom).refuses('Only the office may do this.')
    given(shared(view)).when(remove(companyId), tom).refuses('Only the office may do this.')
    expect(forTeam(recorded(shared(view)))).toEqual([])
  })
})

describe('what only the office may know', () => {
  const told: Partial<View>[] = [
    { agency: 'Aire Valley Homes' },
    { type: 'agency', search: 'aire' },
    { type: 'workOrder', search: 'WO-1' },
    { only: 'overdue' },
    { completed: '2026-11' },
    { visits: 'unassigned' },
    { columns: ['site', 'agency'] },
    { columns: ['workOrder'] },
  ]
  test('is in no view of the team', () => {
    for (const one of told)
      given()
        .when(save(tom.userId, { ...view, ...one }), tom)
        .refuses('Only the office may do this.')
  })
  test('is hidden from a person who has become one of the team', () => {
    for (const one of told) {
      const list = listAfter(...past(own(view), own({ ...view, ...one, viewId: idOf('f', 702), name: 'Office' })))
      expect(viewsIn(list)).toHaveLength(2)
      expect(viewsIn(list && visible('team', list)).map(({ name }) => name)).toEqual([view.name])
    }
  })
})

test('a view that is moved is shown in the list that it moves to alone, and moved back by the next command', () => {
  const lists = new Map([[tom.userId, listAfter(...past(own(view)))]])
  const context = {
    companyId,
    actorId: tom.userId,
    actorRole: 'admin',
    at: '2026-11-20T09:00:00.000Z',
    facts: {},
  } as const
  const move = (listOf: string, movedFrom: string) => {
    const command = { type: 'SaveView', data: { listOf, view, movedFrom } } as const
    const moved = predictViews((one) => lists.get(one), command, context, {
      commandId: idOf('c', 1),
      happenedAt: '',
      seq: 1,
    })
    if (isRefusal(moved)) throw new Error(moved.error)
    for (const event of moved.events)
      if (isViewEvent(event)) lists.set(event.data.listOf, evolve(lists.get(event.data.listOf), event))
    return [tom.userId, companyId].map((one) => viewsIn(lists.get(one)).length)
  }
  expect(move(companyId, tom.userId)).toEqual([0, 1])
  expect(move(tom.userId, companyId)).toEqual([1, 0])
  expect(leaving({ type: 'SaveView', data: { listOf: companyId, view, movedFrom: companyId } })).toBeUndefined()
})

test('each list has a row of its own: by the person, and by the company for the office', () => {
  const [mine, ours] = recorded(own(view), shared(ofAgency))
  if (!mine || !ours) throw new Error('There are two events.')
  expect([ownViews.key(mine), ownViews.key(ours)]).toEqual([tom.userId, undefined])
  expect([sharedViews.key(mine), sharedViews.key(ours)]).toEqual([undefined, companyId])
})

test('no two lists share a stream, and none has the id that it belongs to', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      expect(viewsIdOf(one)).not.toBe(one)
      expect(viewsIdOf(one) === viewsIdOf(other)).toBe(one === other)
      expect(viewsIdOf(viewsIdOf(one))).toBe(one)
    }),
  )
})

test('the days of visits are a period, or days that exist in their order', () => {
  expect(visitDatesIn('thisWeek')).toBe('thisWeek')
  expect(visitDatesIn('2026-11-01..2026-11-30')).toEqual({ from: '2026-11-01', until: '2026-11-30' })
  expect(visitDatesIn('..2026-11-30')).toEqual({ until: '2026-11-30' })
  for (const none of ['', '..', 'soon', '2026-02-30..', '2026-11-30..2026-11-01', '0000-01-01..', '2026-11-01'])
    expect(visitDatesIn(none), none).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => void visitDatesIn(text)))
})
