import { expect, test } from 'vitest'
import { withPaths } from './inline-paths.ts'

test('a script has the paths that it names, and not the object of all', () => {
  expect(withPaths('call(pathTo(paths.jobHistory, { jobId }), paths.me)')).toBe(
    'call(pathTo("/api/jobs/:jobId/history", { jobId }), "/api/me")',
  )
  expect(withPaths("import { paths } from '#core/wire/paths.ts'")).toContain('/paths.ts')
  expect(withPaths('screenPaths.map(({ paths }) => paths)')).toBe('screenPaths.map(({ paths }) => paths)')
})

test('a path that the server does not have fails the build', () => {
  expect(() => withPaths('call(paths.nowhere)')).toThrow('no path named nowhere')
})
