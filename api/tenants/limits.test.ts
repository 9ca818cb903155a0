import { expect, test } from 'vitest'
import { tenantLimits } from './limits.ts'

test('the pictures of a page do not count as openings of it', async () => {
  const limits = tenantLimits()
  for (let pictures = 0; pictures < 400; pictures += 1) await limits.picture('link')
  for (let opened = 0; opened < 300; opened += 1) await limits.read('link')
  await expect(limits.read('link')).rejects.toMatchObject({ status: 429 })
  await limits.read('another')
})
