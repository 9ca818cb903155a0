import { expect, test } from 'vitest'
import { addressLine, destinationOf } from './way-to-site.ts'

const site = { name: '14 Marlowe Court', address: 'Water Lane\nLeeds', postcode: 'LS11 5QT' }

test('a map leads to the saved location of a site, or else to its name with its address', () => {
  expect(destinationOf(site)).toBe('14 Marlowe Court, Water Lane, Leeds LS11 5QT')
  expect(destinationOf({ ...site, address: '', postcode: '' })).toBe('14 Marlowe Court')
  const location = { latitude: 53.7946, longitude: -1.5478, accuracy: 20 }
  expect(destinationOf({ ...site, location })).toBe('53.7946,-1.5478')
  expect(addressLine(site)).toBe('Water Lane, Leeds LS11 5QT')
})
