import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '#test/browser/chromium.ts'

/**
 * Makes the preview picture of a shared link from the product's logo, font and colours: `node test/pictures/social-card.ts` writes
 * web/static/social-card.png.
 */
async function makeSocialCard() {
  const font = createRequire(import.meta.url).resolve(
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  )
  const mark = await readFile(new URL('../../web/static/favicon.svg', import.meta.url), 'utf8')
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(card(mark, (await readFile(font)).toString('base64')))
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: fileURLToPath(new URL('../../web/static/social-card.png', import.meta.url)) })
  await browser.close()
}

const card = (mark: string, font: string) => `
<style>
  @font-face { font-family: Card; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
  body {
    display: flex; flex-direction: column; justify-content: space-between; box-sizing: border-box; height: 630px;
    margin: 0; padding: 72px 88px 68px 152px; font-family: Card; color: #fff;
    background:
      linear-gradient(90deg, transparent 103px, #c08a2e 103px 105px, transparent 105px),
      repeating-linear-gradient(transparent 0 59px, rgb(255 255 255 / 0.075) 59px 60px), #0b4f41;
  }
  header { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 620 }
  svg { width: 72px; height: 72px; border-radius: 18px; outline: 2px solid rgb(255 255 255 / 0.2) }
  h1 { margin: 0; font-size: 124px; line-height: 122px; font-weight: 620; letter-spacing: -0.04em }
  p { margin: 0; font-size: 32px; color: #c6ded5 }
</style>
<header>${mark} Fettle</header>
<h1>Every job in<br>fine fettle.</h1>
<p>Maintenance jobs, visits, photos and prices, with the history of every change.</p>`

await makeSocialCard()
