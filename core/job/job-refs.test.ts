import { expect, test } from 'vitest'
import { jobRefsIn, splitAtJobRefs } from './job-refs.ts'

test('a number of five digits in a text may be a job', () => {
  expect(splitAtJobRefs('Ring Northgate about keys for 00214, then 00212')).toEqual([
    { text: 'Ring Northgate about keys for ' },
    { text: '00214', jobRef: '00214' },
    { text: ', then ' },
    { text: '00212', jobRef: '00212' },
  ])
  expect(splitAtJobRefs('00007')).toEqual([{ text: '00007', jobRef: '00007' }])
  expect(splitAtJobRefs('')).toEqual([])
})

test('so may a longer number without a leading zero; other figures are not', () => {
  expect(jobRefsIn(['100000 and 100000', '1000', '000123', '0123456789', 'WO12345', '12345mm'])).toEqual(['100000'])
})

test('the pieces of a text add up to the text', () => {
  for (const text of ['a00001b 00002 ', '00001 00002', 'no number', '(00003)'])
    expect(
      splitAtJobRefs(text)
        .map((one) => one.text)
        .join(''),
    ).toBe(text)
})
