import { expect, test } from 'vitest'
import type { Duty } from '#core/job/duties/duty.ts'
import { letterText, partsOf } from './letter-text.ts'

const duty: Duty = {
  dutyId: '01a0a0a0-0000-7000-8000-000000000001',
  awareAt: '2026-11-12T16:20:00.000Z',
  hazard: 'damp and mould',
  severity: 'significant',
  rule: 'england-social-1',
  deadlines: [
    {
      step: 'investigate',
      from: 'aware',
      startedAt: '2026-11-12T16:20:00.000Z',
      due: '2026-11-26T23:59:59.999Z',
      met: { at: '2026-11-18T11:30:00.000Z', by: 'tom', proof: 'visit', note: '', found: 'significant' },
    },
  ],
}

test('a written summary says what was reported, found, what follows, where to stay and whom to call', () => {
  const texts = { found: 'Mould behind the wardrobe.', work: 'We fit an extractor on Wednesday.' }
  const parts = partsOf(duty, { ...texts, stay: 'A hotel until it is safe', contact: '0113 496 0018' }, 'Europe/London')
  const letter = letterText({
    sender: ['Harrow & Pike'],
    to: 'Amara Bello',
    place: 'Flat 3, Ashdown House',
    date: 'Wednesday 18 November 2026',
    title: 'Hazard at Flat 3, Ashdown House',
    parts,
  })
  expect(letter).toContain('Damp and mould. You told us about this on Thursday 12 November 2026.')
  expect(letter).toContain('What we found\nThis is a significant hazard.\nMould behind the wardrobe.')
  expect(letter).toContain('What happens next\nWe fit an extractor on Wednesday.')
  expect(letter).toContain('Somewhere else to stay\nA hotel until it is safe')
  expect(letter).toContain('How to reach us or complain\n0113 496 0018')
})

test('what is empty has no heading', () => {
  const parts = partsOf(duty, { found: 'Dry', work: 'None', stay: '', contact: '' }, 'Europe/London')
  expect(parts.map((one) => one.heading)).toEqual(['Your report', 'What we found', 'What happens next'])
})
