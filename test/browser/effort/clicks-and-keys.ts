import type { Page } from 'playwright-core'

export type Effort = { clicks: number; keys: number }

/**
 * Counts what a person does on a page: clicks, and keys pressed but for those that type text. A chord such as Ctrl A is one key. The
 * returned function gives the count since then.
 */
export async function countClicksAndKeys(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const counted = document.body.dataset
    counted.clicks = counted.keys = '0'
    addEventListener('pointerdown', () => (counted.clicks = String(Number(counted.clicks) + 1)), true)
    addEventListener(
      'keydown',
      ({ key, ctrlKey, repeat }) => {
        const isTyped = key.length === 1 && !ctrlKey
        const isHeld = repeat || ['Control', 'Shift'].includes(key)
        if (!isTyped && !isHeld) counted.keys = String(Number(counted.keys) + 1)
      },
      true,
    )
  })
  return () =>
    page.evaluate(() => {
      const { clicks, keys } = document.body.dataset
      return { clicks: Number(clicks), keys: Number(keys) }
    })
}
