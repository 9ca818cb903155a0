import { randomFillSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** Something that a worker gave, under the name by which it is found on the server. `isKept` once the page has shown it as kept. */
export type Given = { kind: 'tick' | 'comment' | 'photo'; name: string; bytes?: Buffer; isKept: boolean }

/** Ticks the task with this unique description; what this and the others return is shown once the device has kept it. */
export async function tick(page: Page, description: string) {
  await page.getByRole('tab', { name: /^Job/ }).click()
  await page.getByRole('button', { name: new RegExp(`${description}.*change to completed`) }).click()
  return page.getByRole('listitem').filter({ hasText: description }).getByText('waiting to send')
}

/** Sends a comment with a unique text. */
export async function comment(page: Page, text: string) {
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill(text)
  await page.getByRole('button', { name: 'Send comment' }).click()
  return page.getByRole('listitem').filter({ hasText: text }).getByText('waiting to send')
}

/** Chooses a photo whose file has a unique name. */
export async function photo(page: Page, name: string, buffer: Buffer) {
  await page.getByRole('tab', { name: /^Job/ }).click()
  const button = page.getByRole('button', { name: 'Choose photos' })
  const [fileChooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await fileChooser.setFiles([{ name, mimeType: 'image/jpeg', buffer }])
  return page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByText(/^Saved on this device/)
}

/** A photo of its own that is sent as it is, in two pieces. */
export function smallNoise(): Promise<Buffer> {
  const [width, height] = [600, 450]
  const pixels = randomFillSync(Buffer.alloc(width * height * 3))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84 })
    .toBuffer()
}
