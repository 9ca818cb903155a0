import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest

beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const address = '101 Harbour Road, Wexcombe-under-Edge, near Wotton, Gloucestershire'
  await accepted(screens.server, dana, 'AddSite', {
    ...{ siteId: uuid(), name: 'Flat 1, Ashdown House', address, postcode: 'WX14 4QT' },
    agency: 'Northgate Residential',
  })
})
afterAll(() => screens?.close())

test('on a phone a postcode is read whole, on one line, at any width', async () => {
  const { context, page } = await screens.open(dana, '/address-book', phone)
  const card = page.getByRole('link', { name: /WX14 4QT/ })
  await card.waitFor()
  for (let width = 320; width <= 430; width += 5) {
    await page.setViewportSize({ width, height: 844 })
    const lines = await card.evaluate((whole) => {
      const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const at = texts.currentNode.textContent?.indexOf('WX14 4QT') ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + 'WX14 4QT'.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      }
      return 0
    })
    expect(lines, `${width}`).toBe(1)
  }
  await context.close()
})

test('a postcode is read whole beside an address that is too long for its column', async () => {
  const { context, page } = await screens.open(dana, '/address-book')
  const cell = page.getByRole('cell', { name: /WX14 4QT/ })
  const postcode = page.getByText(/WX14 4QT/)
  await postcode.waitFor()
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await postcode.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBeLessThanOrEqual(0)
    const [whole, part] = [await cell.boundingBox(), await postcode.boundingBox()]
    const right = (box: typeof whole) => (box ? box.x + box.width : Number.NaN)
    expect(right(part), `${width}`).toBeLessThanOrEqual(right(whole))
  }
  await context.close()
})
