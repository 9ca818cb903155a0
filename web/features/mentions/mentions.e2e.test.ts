import { afterAll, beforeAll, expect, test } from 'vitest'
import { atBothSizes, faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  await addMember(screens.server, dana, 'team', 'tom.okafor')
  await addMember(screens.server, dana, 'admin', 'tessa.lin')
})
afterAll(() => screens?.close())

test('people are suggested while a name is typed, chosen by key or tap, and marked in the comment', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { page, faults } = await screens.open(dana, `/job/${jobId}`)
  const comment = page.getByRole('textbox', { name: 'Add a comment' })
  const list = page.getByRole('listbox', { name: 'People to mention' })
  await atBothSizes(page, async (size) => {
    // A desktop has a field of its own, in the discussion: what is typed into the phone's field before it changes loses its suggestions.
    await page
      .getByRole('heading', { name: 'Discussion' })
      .waitFor({ state: size === 'desktop' ? 'visible' : 'detached' })
    await comment.fill('')
    await comment.pressSequentially('Keys are with @t')
    await list.getByRole('option', { name: 'tessa.lin' }).waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
  })
  expect(await list.getByRole('option', { name: 'dana.whitfield' }).count()).toBe(0)
  const isMarked = (name: string) => list.getByRole('option', { name, selected: true }).waitFor()
  await isMarked('tessa.lin')
  await comment.press('ArrowUp')
  await isMarked('tom.okafor')
  await comment.press('Escape')
  await list.waitFor({ state: 'detached' })
  await comment.pressSequentially('om')
  await comment.press('Enter')
  expect(await comment.inputValue()).toBe('Keys are with @tom.okafor ')
  await comment.pressSequentially('and @tes')
  await list.getByRole('option', { name: 'tessa.lin' }).click()
  expect(await comment.inputValue()).toBe('Keys are with @tom.okafor and @tessa.lin ')
  expect(await comment.evaluate((one) => one === document.activeElement)).toBe(true)
  await comment.press('Control+Enter')
  const said = page.getByText('Keys are with @tom.okafor and @tessa.lin')
  await said.waitFor()
  await said.locator('strong').nth(1).waitFor()
  expect(await said.locator('strong').allInnerTexts()).toEqual(['@tom.okafor', '@tessa.lin'])
  expect(faults).toEqual([])
})
