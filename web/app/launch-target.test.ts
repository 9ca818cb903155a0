import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { launchTarget, startPath } from './launch-target.ts'

const here = 'https://fettle.example/todo'

test.each([
  ['/job/0192f0c0-0000-7000-8000-000000000001', { screen: '/job/0192f0c0-0000-7000-8000-000000000001' }],
  ['/sites?status=booked#top', { screen: '/sites?status=booked#top' }],
  ['/api/feed/calendar.ics', { page: 'https://fettle.example/api/feed/calendar.ics' }],
  ['/assets/photo', { page: 'https://fettle.example/assets/photo' }],
])('a link to %s opens in the open window', (path, target) => {
  expect(launchTarget(`https://fettle.example${path}`, here)).toEqual(target)
})

test.each([
  ['the address that it shows', here],
  ["the app's icon", 'https://fettle.example/start'],
  ['another site', 'https://fettle.example.evil/job/1'],
  ['no address', undefined],
  ['nonsense', 'nonsense'],
])('a launch by %s only brings the window to the front', (_, address) => {
  expect(launchTarget(address, here)).toBeUndefined()
})

test("links open in the installed app's window, whose start the manifest names", async () => {
  const manifest: unknown = JSON.parse(
    await readFile(new URL('../static/manifest.webmanifest', import.meta.url), 'utf8'),
  )
  expect(manifest).toMatchObject({
    start_url: startPath,
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    handle_links: 'preferred',
  })
})
