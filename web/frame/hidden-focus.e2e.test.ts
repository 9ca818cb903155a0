import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { hiddenFocus } from '#test/browser/hidden-focus.ts'
import { desktop, type Opened, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { command, createJob, sendCommands } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let jobId: string
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  for (let flat = 1; flat <= 30; flat += 1)
    jobId = (await createJob(screens.server, dana, { apartmentName: `Flat ${flat}, Cooper Yard` })).jobId
  const notes = Array.from({ length: 20 }, (_, n) => command('AddNote', { jobId, noteId: uuid(), note: `Note ${n}` }))
  await sendCommands(screens.server, dana, ...notes)
})
afterAll(() => screens?.close())

const places: readonly (readonly [name: string, path: () => string, shown: string])[] = [
  ['the jobs', () => '/sites', 'Flat 30, Cooper Yard'],
  ['a job', () => `/job/${jobId}`, 'Flat 30, Cooper Yard'],
  ['the calendar', () => '/calendar', 'Today'],
  ['the profile', () => '/profile', 'Your Details'],
  ['the history', () => '/history', 'Cooper Yard'],
]
const sizes = [
  ['a desktop', desktop],
  ['a phone', phone],
] as const
const opened = new Map<object, Opened>()
const rows = sizes.flatMap(([size, look]) =>
  places.map(([name, path, shown]) => [size, name, path, shown, look] as const),
)
test.for(rows)('on %s no bar covers what has the focus: %s', async ([, , path, shown, look]) => {
  const one = opened.get(look) ?? (await screens.open(dana, '/sites', look))
  opened.set(look, one)
  await goInside(one.page, path())
  await one.page.getByText(shown).filter({ visible: true }).first().waitFor()
  const forwards = await hiddenFocus(one.page, 'Tab', 90)
  const backwards = await hiddenFocus(one.page, 'Shift+Tab', 80)
  expect({ forwards, backwards }).toEqual({ forwards: [], backwards: [] })
})

test('nor does the bar of chosen jobs', async () => {
  const { context, page } = await screens.open(dana, '/sites', { viewport: { width: 800, height: 500 } })
  await page.waitForLoadState('networkidle')
  await page.locator('tr', { hasText: 'Flat 30, Cooper Yard' }).getByText('View').focus()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  expect(await hiddenFocus(page, 'Tab', 70)).toEqual([])
  await context.close()
})
