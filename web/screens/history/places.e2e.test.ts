import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, command, sendCommands } from '#test/server/commands.ts'
import { workAhead } from '#test/server/recurring/many-recurring.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('what was set up at several sites within seconds names their number, and each site once unfolded', async () => {
  const olga = await screens.server.registerCompany()
  const [kiln, mill] = [uuid(), uuid()]
  await accepted(screens.server, olga, 'AddSite', { siteId: kiln, name: 'Kiln Court' })
  await accepted(screens.server, olga, 'AddSite', { siteId: mill, name: 'Mill House' })
  const works = [kiln, mill].map((siteId) => command('SetUpRecurringWork', workAhead(siteId, 'Gutters', 30)))
  expect((await sendCommands(screens.server, olga, ...works)).map(({ status }) => status)).toEqual(
    works.map(() => 'accepted'),
  )
  const { page, context } = await screens.open(olga, '/history?kind=recurring')
  const row = page.getByRole('listitem').filter({ hasText: 'set up recurring work 2 times' })
  await row.getByText('2 sites', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Show 2 events' }).click()
  for (const name of ['Kiln Court', 'Mill House']) await row.getByText(`, ${name}`).waitFor()
  await context.close()
})
