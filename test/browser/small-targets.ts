import type { Page } from 'playwright-core'

/**
 * Everything shown that can be tapped and is lower or narrower than a fingertip, 44 px, as 'name: width × height'. A link within a
 * text may be as small as its words. What a finger hits counts, so that a label or a generated box may enlarge its element.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fingertip = 44
    const tappable = 'a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=tab]'
    const root = document.querySelector('dialog:modal, [role=dialog]') ?? document.body
    const found: string[] = []
    for (const one of root.querySelectorAll(tappable)) {
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = one.getBoundingClientRect()
      const isShown =
        width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const isWithinText = getComputedStyle(one).display === 'inline' && one.closest('p, li, dd, label') !== null
      const isHidden = one.closest('.sr, [aria-hidden=true], [inert]') !== null
      if (!isShown || isWithinText || isHidden || left + width <= 0 || top + height <= 0) continue
      const labels: Element[] = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
      const isHit = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && [one, ...labels].some((part) => part.contains(hit))
      }
      const [x, y] = [left + width / 2, top + height / 2]
      const reach = fingertip / 2 - 1
      const isWide = width >= fingertip - 0.5 || (isHit(x - reach, y) && isHit(x + reach, y))
      const isHigh = height >= fingertip - 0.5 || (isHit(x, y - reach) && isHit(x, y + reach))
      const name = one.ariaLabel ?? (one.textContent || one.outerHTML.slice(0, 80))
      if (!isWide || !isHigh) found.push(`${name.trim()}: ${Math.round(width)} × ${Math.round(height)}`)
    }
    return found
  })
