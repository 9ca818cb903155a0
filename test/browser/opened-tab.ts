import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sharedChromium } from './chromium.ts'

/** A tab as Chromium itself describes it. */
export type OpenedTab = { path(): Promise<string>; title(): Promise<string>; close(): Promise<void> }

/**
 * The tab that `open` opens from a page. It comes from Chromium's list of tabs: Playwright announces a tab only after its first
 * navigation, which it sometimes misses for a tab that a link opens, and then its `page` event never fires.
 */
export async function tabOpenedBy(page: Page, open: () => Promise<unknown>): Promise<OpenedTab> {
  const session = await (await sharedChromium()).newBrowserCDPSession()
  const own = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo')
  const tabs = async () => {
    const { targetInfos } = await session.send('Target.getTargets')
    return targetInfos.filter(
      ({ type, browserContextId }) => type === 'page' && browserContextId === own.targetInfo.browserContextId,
    )
  }
  const before = (await tabs()).map(({ targetId }) => targetId)
  const opened = async () => (await tabs()).filter(({ targetId }) => !before.includes(targetId))
  await open()
  await expect.poll(opened).toHaveLength(1)
  const [{ targetId = '' } = {}] = await opened()
  const described = async () => (await session.send('Target.getTargetInfo', { targetId })).targetInfo
  return {
    path: async () => URL.parse((await described()).url)?.pathname ?? '',
    title: async () => (await described()).title,
    async close() {
      await session.send('Target.closeTarget', { targetId })
      await session.detach()
    },
  }
}
