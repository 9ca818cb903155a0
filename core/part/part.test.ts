import { describe, expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import { type Command, type Event, isPartEvent } from '#core/ledger/ledger.ts'
import { partRows } from '#core/projections/part-rows.ts'
import { by, dana, type Given, given, partId, recorded, tom } from '#test/core/given-when-then.ts'
import { evolve, faultsOf, type Part, partDocument } from './part.ts'
import { isLate, isWebAddress, jobNumber } from './values.ts'

const form = {
  name: 'Kitchen mixer tap, chrome',
  reference: 'TAP-4410',
  site: '14 Marlowe Court',
  jobId: '00213',
  category: 'Plumbing',
  purchaseDate: '2026-11-19',
  expectedDelivery: '2026-11-20',
  link: 'https://plumbshop.example/tap-4410',
  notes: '',
}
const added: Event = { type: 'PartAdded', data: { ...form, status: 'waiting' } }
const add = (over: object = {}): Command => ({ type: 'AddPart', data: { partId, ...form, ...over } })
const edit = (over: object): Command => ({ type: 'EditPart', data: { partId, ...over } })
const partAfter = (...past: Given[]): Part | undefined =>
  recorded(...past)
    .filter(isPartEvent)
    .reduce(evolve, undefined)

describe('a part is added', () => {
  test('by any role, as waiting unless it is marked received', () => {
    given().when(add(), tom).gives(added)
    given()
      .when(add({ status: 'received' }))
      .gives({ type: 'PartAdded', data: { ...form, status: 'received' } })
  })
  test('with only a name and dates if nothing else is known', () => {
    const { name, purchaseDate, expectedDelivery } = form
    given()
      .when({ type: 'AddPart', data: { partId, name: ` ${name} `, purchaseDate, expectedDelivery } })
      .gives({
        type: 'PartAdded',
        data: { ...form, reference: '', site: '', jobId: '', category: '', link: '', status: 'waiting' },
      })
  })
  test('with the full job number', () =>
    given()
      .when(add({ jobId: ' 213 ' }))
      .gives(added))
  test('only once', () => given(added).when(add()).refuses('This part already exists.'))
})

describe('a form is refused', () => {
  test('without a product name', () =>
    given()
      .when(add({ name: '  ' }))
      .refuses('Product Name is required.', 'name'))
  test('without a purchase date', () =>
    given()
      .when(add({ purchaseDate: undefined }))
      .refuses('Purchase Date is required.', 'purchaseDate'))
  test('without an expected delivery', () =>
    given()
      .when(add({ expectedDelivery: undefined }))
      .refuses('Expected Delivery is required.', 'expectedDelivery'))
  test('with a delivery before the purchase', () =>
    given()
      .when(add({ expectedDelivery: '2026-11-18' }))
      .refuses('Expected Delivery must not be before Purchase Date.', 'expectedDelivery'))
  test('with a link that is not a web address', () => {
    for (const link of [
      'plumbshop.example',
      'javascript:alert(1)',
      'ftp://plumbshop.example',
      'https://',
      'data:text/html,x',
    ])
      given().when(add({ link })).refuses('Product Link must be a full link, starting with https://', 'link')
    expect(isWebAddress('http://plumbshop.example/a?b=c#d')).toBe(true)
  })
  test('with all its faults at once', () =>
    expect(Object.keys(faultsOf({ name: '', link: 'x' })).toSorted()).toEqual([
      'expectedDelivery',
      'link',
      'name',
      'purchaseDate',
    ]))
  test('without a user', () =>
    given().when(add(), { userId: '', role: 'team' }).refuses('User information is missing. Please try again.'))
})

describe('a part is edited', () => {
  test('field by field', () => {
    given(added)
      .when(edit({ category: ' Taps ', name: form.name }), tom)
      .gives({ type: 'PartChanged', data: { category: 'Taps' } })
    given(added)
      .when(edit({ name: form.name }))
      .givesNothing()
  })
  test('together with its status', () =>
    given(added)
      .when(edit({ notes: 'Van on Monday', status: 'received' }))
      .gives({ type: 'PartChanged', data: { notes: 'Van on Monday' } }, { type: 'PartReceived', data: {} }))
  test('only into one that could have been added', () => {
    given(added)
      .when(edit({ name: '' }))
      .refuses('Product Name is required.', 'name')
    given(added)
      .when(edit({ purchaseDate: '2026-12-01' }))
      .refuses('Expected Delivery must not be before Purchase Date.', 'expectedDelivery')
  })
  test('unless someone else has changed the same field since; changes of other fields are merged', () => {
    const theirs: Event = { type: 'PartChanged', data: { notes: 'Theirs' } }
    given(added, theirs)
      .when(edit({ notes: 'Mine', from: { notes: '' } }))
      .refuses('Someone else has changed this field.', 'notes')
    given(added, theirs)
      .when(edit({ category: 'Taps', from: { category: 'Plumbing' } }))
      .gives({ type: 'PartChanged', data: { category: 'Taps' } })
  })
})

test('a status changes freely, and setting the same status records nothing', () => {
  const set = (status: 'waiting' | 'received'): Command => ({ type: 'SetPartStatus', data: { partId, status } })
  given(added).when(set('received'), tom).gives({ type: 'PartReceived', data: {} })
  given(added, { type: 'PartReceived', data: {} }).when(set('waiting')).gives({ type: 'PartAwaited', data: {} })
  given(added).when(set('waiting')).givesNothing()
  given().when(set('received')).refuses('Part not found.')
})

test('a part can be deleted by any role', () => {
  const gone: Event = { type: 'PartDeleted', data: {} }
  given(added).when({ type: 'DeletePart', data: { partId } }, tom).gives(gone)
  given(added, gone).when({ type: 'DeletePart', data: { partId } }).refuses('Part not found.')
  expect(partAfter(added, gone)).toBeUndefined()
})

test('a part records who added it and who last changed it, and when', () => {
  const part = partAfter(by(dana, added), by(tom, { type: 'PartReceived', data: {} }))
  expect(part).toEqual({
    partId,
    ...form,
    status: 'received',
    createdBy: dana.userId,
    createdAt: '2026-11-19T08:00:01.000Z',
    updatedBy: tom.userId,
    updatedAt: '2026-11-19T08:01:01.000Z',
  })
  expect(partDocument.safeParse(part)).toEqual({ success: true, data: part })
  expect(recorded(by(dana, added)).reduce(partRows.fold, undefined)).toEqual(partAfter(by(dana, added)))
})

test('the history names the part and its changes', () => {
  const past: Event[] = [
    added,
    { type: 'PartChanged', data: { category: 'Taps' } },
    { type: 'PartReceived', data: {} },
    { type: 'PartAwaited', data: {} },
    { type: 'PartDeleted', data: {} },
  ]
  const entries = historyOf(recorded(...past)).reverse()
  expect(entries.map((one) => one.sentence)).toEqual([
    'added the part: Kitchen mixer tap, chrome',
    'changed the part: Kitchen mixer tap, chrome',
    'received the part: Kitchen mixer tap, chrome',
    "marked 'Kitchen mixer tap, chrome' as not received",
    'deleted the part: Kitchen mixer tap, chrome',
  ])
  expect(entries[1]?.changes).toEqual([{ field: 'category', of: form.name, from: 'Plumbing', to: 'Taps' }])
  expect(entries[2]?.changes).toEqual([{ field: 'status', of: form.name, from: 'waiting', to: 'received' }])
})

test('a part is late from the day after it was expected, until it is received', () => {
  const part = { status: 'waiting', expectedDelivery: '2026-11-20' } as const
  expect(isLate(part, '2026-11-20')).toBe(false)
  expect(isLate(part, '2026-11-21')).toBe(true)
  expect(isLate({ ...part, status: 'received' }, '2026-11-21')).toBe(false)
})

test('a job number is completed to five digits', () => {
  expect(jobNumber('213')).toBe('00213')
  expect(jobNumber('123456')).toBe('123456')
  expect(jobNumber(' Stock ')).toBe('Stock')
})
