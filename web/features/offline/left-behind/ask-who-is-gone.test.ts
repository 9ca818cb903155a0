import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { askWhoIsGone } from './ask-who-is-gone.ts'

const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', fetch)
afterEach(() => {
  fetch.mockReset()
  vi.restoreAllMocks()
})

const person = (username: string) => ({ userId: username, companyId: 'c', username })
const withToken = (username: string) => ({ ...person(username), goneToken: `token of ${username}` })

test('the server says of those who were signed out without a reason whether they are gone, and why', async () => {
  fetch.mockResolvedValueOnce(Response.json({ gone: [{ userId: 'dana', code: 'account-erased' }] }))
  const [dana, tom, ada, max] = [
    withToken('dana'),
    withToken('tom'),
    person('ada'),
    { ...person('max'), gone: 'account-closed' },
  ] as const
  expect(await askWhoIsGone([dana, tom, ada, max])).toEqual([{ ...dana, gone: 'account-erased' }, tom, ada, max])
  const [path, init] = fetch.mock.calls[0] ?? []
  expect(path).toBe(paths.gone)
  expect(JSON.parse(String(init?.body))).toEqual({
    people: ['dana', 'tom'].map((userId) => ({ userId, companyId: 'c', goneToken: `token of ${userId}` })),
  })
})

test('nobody is asked about whom the server could not answer, or whose reason is known', async () => {
  const people = [person('ada'), { ...person('max'), gone: 'account-closed' }] as const
  expect(await askWhoIsGone(people)).toEqual(people)
  expect(fetch).not.toHaveBeenCalled()
})

test.each([
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['when the server fails', async () => Response.json({ error: 'Failed', code: 'failed' }, { status: 500 })],
])('%s nobody counts as gone, and it stays open whether they are', async (_, answer) => {
  vi.spyOn(console, 'error').mockReturnValue()
  fetch.mockImplementationOnce(answer)
  const [dana, ada] = [withToken('dana'), person('ada')]
  expect(await askWhoIsGone([dana, ada])).toEqual([{ ...dana, isUnanswered: true }, ada])
})

test('a server that has no room at the moment is asked again, and not for ever', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  const busy = async () => Response.json({ error: 'Unavailable', code: 'unavailable' }, { status: 503 })
  fetch.mockImplementationOnce(busy).mockImplementationOnce(busy)
  fetch.mockResolvedValueOnce(Response.json({ gone: [{ userId: 'dana', code: 'account-erased' }] }))
  const dana = withToken('dana')
  const asked = askWhoIsGone([dana])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await asked).toEqual([{ ...dana, gone: 'account-erased' }])
  fetch.mockReset().mockImplementation(busy)
  const askedInVain = askWhoIsGone([dana])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await askedInVain).toEqual([{ ...dana, isUnanswered: true }])
  expect(fetch).toHaveBeenCalledTimes(10)
  vi.useRealTimers()
})

test('twenty people are asked about at once; of the others it stays open', async () => {
  fetch.mockResolvedValueOnce(Response.json({ gone: [] }))
  const people = Array.from({ length: 21 }, (_, nth) => withToken(`person ${nth}`))
  const answered = await askWhoIsGone(people)
  expect(answered.flatMap(({ username, isUnanswered }) => (isUnanswered ? [username] : []))).toEqual(['person 20'])
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body)).people).toHaveLength(20)
})
