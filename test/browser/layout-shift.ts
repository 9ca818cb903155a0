import type { Page } from 'playwright-core'

/** How far the content of a page has moved by itself since it was loaded: its cumulative layout shift, 0 if nothing moved. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries arrive in a later task.
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 50))
      }),
  )
