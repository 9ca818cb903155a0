import { expect, test } from 'vitest'
import { type ContactForm, contactData, contactForm, contactOver } from './contact-form.ts'

const amara: ContactForm = {
  ...{ role: 'tenant', name: 'Amara Bello', telephone: '07700 900142', email: 'amara@example.com' },
  ...{ from: '2024-03-01', until: '', refuses: [] },
}
const over = (mine: Partial<ContactForm>, theirs: Partial<ContactForm>) =>
  contactOver(amara, { ...amara, ...mine }, { ...amara, ...theirs })

test('a field that was left alone follows what somebody else has set, and one that was typed stays', () => {
  const { form, words } = over(
    { email: 'a.bello@example.com' },
    { telephone: '07700 900900', email: 'bello@example.com' },
  )
  expect(form).toEqual({ ...amara, telephone: '07700 900900', email: 'a.bello@example.com' })
  expect(words).toEqual([
    'The telephone number is now 07700 900900, here too.',
    'The email is now bello@example.com; saving again replaces that.',
  ])
})

test('each field is told in its own words', () => {
  const theirs = { ...contactForm(), role: 'landlord', until: '2026-11-30', refuses: ['text'] } as const
  expect(over({ name: 'A. Bello', refuses: ['email'] }, theirs).words).toEqual([
    'The role is now Landlord, here too.',
    'The name is now empty; saving again replaces that.',
    'The telephone number is now empty, here too.',
    'The email is now empty, here too.',
    'The first day is now empty, here too.',
    'The last day is now 30 Nov 2026, here too.',
    'They now want no texts; saving again replaces that.',
  ])
  expect(contactOver({ ...amara, refuses: ['text'] }, { ...amara, refuses: ['text'] }, amara).words).toEqual([
    'They now take emails and texts, here too.',
  ])
})

test('nothing is told of what both have set alike', () => {
  const { form, words } = over({ telephone: '07700 900900' }, { telephone: '07700 900900' })
  expect(words).toEqual([])
  expect(form).toEqual({ ...amara, telephone: '07700 900900' })
})

test('commands have no days that are not given', () => {
  expect(contactData({ ...amara, refuses: ['text'] })).toEqual({
    ...{ role: 'tenant', name: 'Amara Bello', telephone: '07700 900142', email: 'amara@example.com' },
    ...{ from: '2024-03-01', refuses: ['text'] },
  })
  expect(contactForm(contactData(amara))).toEqual(amara)
})
