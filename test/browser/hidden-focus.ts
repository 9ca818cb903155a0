import type { Page } from 'playwright-core'

/**
 * Presses a key, such as Tab, so often, and returns what had the focus while nothing of it could be seen: bars that stay in
 * place must not cover it (WCAG 2.2, 2.4.11).
 */
export async function hiddenFocus(page: Page, key: string, times: number): Promise<string[]> {
  const hidden = new Set<string>()
  for (let pressed = 0; pressed < times; pressed += 1) {
    await page.keyboard.press(key)
    const found = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return
      // What is clicked for a field that is not drawn itself, such as a switch.
      const labels = focused instanceof HTMLInputElement ? (focused.labels ?? []) : []
      const parts = [focused, ...labels]
      const isSeen = parts.some((part) =>
        [...part.getClientRects()].some(({ left, right, top, bottom }) =>
          [left + 2, (left + right) / 2, right - 2].some((x) =>
            [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
              const hit = document.elementFromPoint(x, y)
              return hit && (part.contains(hit) || hit.contains(part))
            }),
          ),
        ),
      )
      const { top, bottom } = focused.getBoundingClientRect()
      return isSeen ? undefined : `${focused.outerHTML.slice(0, 160)} ${top}..${bottom}`
    })
    if (found) hidden.add(found)
  }
  return [...hidden]
}
