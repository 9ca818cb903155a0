import { expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'

test('the browser of the tests starts several times at once and draws text', async () => {
  const browsers = await Promise.all([launchChromium(), launchChromium()])
  for (const browser of browsers) {
    const page = await browser.newPage({ viewport: { width: 300, height: 100 } })
    await page.setContent('<p id="text" style="font-size: 40px">00042</p>')
    const written = await page.screenshot()
    await page.setContent('<p id="text" style="font-size: 40px"></p>')
    expect((await page.screenshot()).equals(written)).toBe(false)
    expect(await page.evaluate(() => document.fonts.check('40px sans-serif'))).toBe(true)
    await browser.close()
  }
})
