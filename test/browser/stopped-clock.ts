import type { Page } from 'playwright-core'

/**
 * Stops the page's clock: from now on its timers fire only as `page.clock.fastForward` passes them, however slow the machine is,
 * until `page.clock.resume`. Ten seconds pass at once.
 */
export async function stopClock({ clock }: Page): Promise<void> {
  const now = Date.now()
  await clock.install({ time: now })
  await clock.pauseAt(now + 10_000)
}
