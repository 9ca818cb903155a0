import type { Locator } from 'playwright-core'

type Files = Parameters<Locator['setInputFiles']>[0]

/** Attaches files with a card's button. */
export async function attach(card: Locator, files: Files) {
  const asked = card.page().waitForEvent('filechooser')
  await card.getByRole('button', { name: 'Attach' }).click()
  await (await asked).setFiles(files)
}
