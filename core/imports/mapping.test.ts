import { describe, expect, test } from 'vitest'
import { fieldText, guessMapping, withChoices } from './mapping.ts'
import { readStatus } from './statuses.ts'

test('closed, open and unknown statuses are distinguished', () => {
  expect(['Close', 'VIOLATION CLOSED', 'Completed', 'done'].map(readStatus)).toEqual(Array(4).fill('closed'))
  expect(['Open', '', 'In progress'].map(readStatus)).toEqual(Array(3).fill('open'))
  expect(readStatus('NOV SENT OUT')).toBeUndefined()
})

describe('the mapping', () => {
  test('of a plain British spreadsheet is guessed too', () => {
    const columns = ['Job No', 'Site', 'Date reported', 'Letting agent', 'Taken by', 'Fault', 'Price (£)', 'Status']
    const row = Object.fromEntries(
      columns.map((column, place) => [
        column,
        ['J1', 'Flat 1', '20/11/2026', 'Acme', 'Sue', 'Tap', '85', 'open'][place] ?? '',
      ]),
    )
    expect(guessMapping(columns, [row])).toEqual({
      workOrder: ['Job No'],
      apartmentName: ['Site'],
      createdAt: ['Date reported'],
      agency: ['Letting agent'],
      receivedBy: ['Taken by'],
      description: ['Fault'],
      price: ['Price (£)'],
      status: ['Status'],
    })
  })

  test('takes a column of work orders that rows share, if each is at one site, and no code that sites share', () => {
    const rows = (orders: string[]) => orders.map((No, nth) => ({ 'Complaint ID': No, Site: `Flat ${nth >> 1}` }))
    const columns = ['Complaint ID', 'Site']
    expect(guessMapping(columns, rows(['C1', 'C1', 'C2', 'C2', 'C3'])).workOrder).toEqual(['Complaint ID'])
    expect(guessMapping(columns, rows(['C1', 'C2', 'C1', 'C2', 'C1'])).workOrder).toBeUndefined()
    expect(guessMapping(columns, rows(['C1', 'C1'])).workOrder).toBeUndefined()
  })

  test('follows a person’s choices, and names those it cannot follow', () => {
    expect(withChoices({ workOrder: ['A'] }, ['B=workOrder', 'C=agency', 'D=agency'], ['A', 'B', 'C', 'D'])).toEqual({
      workOrder: ['B'],
      agency: ['C', 'D'],
    })
    expect(withChoices({}, ['Z=agency'], ['A'])).toContain("no column 'Z'")
    expect(withChoices({}, ['A=colour'], ['A'])).toContain("no field 'colour'")
  })

  test('joins a house number to its street and separates the flat', () => {
    const mapping = { apartmentName: ['Apartment', 'HouseNumber', 'StreetName'] }
    expect(
      fieldText(mapping, 'apartmentName', { Apartment: '3L', HouseNumber: '751', StreetName: 'GERARD AVENUE' }),
    ).toBe('3L, 751 GERARD AVENUE')
    expect(
      fieldText(mapping, 'apartmentName', { Apartment: '', HouseNumber: '751', StreetName: 'GERARD AVENUE' }),
    ).toBe('751 GERARD AVENUE')
  })
})
