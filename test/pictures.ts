import { fileURLToPath } from 'node:url'
import { signIns } from '#cli/demo/demo-company.ts'
import { paths } from '#core/paths.ts'
import { launchChromium } from './chromium.ts'

/**
 * Takes the pictures of the documentation from a running demo, for `node test/pictures.ts http://localhost:3000`, where
 * `npm run demo` is at.
 */
async function takePictures(address: string) {
  const owner = signIns.find((one) => one.role === 'owner')
  if (!owner) throw new Error('The demo has no owner')
  const browser = await launchChromium()
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } })
  const data = { email: owner.email, password: owner.password }
  await context.request.post(paths.login, { data, headers: { origin: new URL(address).origin } })
  const page = await context.newPage()
  await page.goto('/sites?page=4')
  await page.getByText('Live').waitFor()
  await page.getByText(/Page 4 of/).waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: fileURLToPath(new URL('../docs/pictures/jobs.png', import.meta.url)) })
  await browser.close()
}

await takePictures(process.argv[2] ?? 'http://localhost:3000')
