import { expect, test } from 'vitest'
import { usesSandbox } from './payments.ts'

test('the sandbox does not run at a public https address unless its own setting says so', () => {
  expect(usesSandbox({})).toBe(true)
  expect(usesSandbox({ publicUrl: 'http://fettle.lan' })).toBe(true)
  expect(usesSandbox({ publicUrl: 'https://fettle.example' })).toBe(false)
  expect(usesSandbox({ publicUrl: 'https://fettle.example', paymentSandbox: true })).toBe(true)
  expect(usesSandbox({ paymentSandbox: false })).toBe(false)
})
