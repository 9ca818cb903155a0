import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Build, table, weigh } from './first-load.ts'

const heavy = (kB: number) => randomBytes(kB * 1000).toString('latin1')
const file = (module: string, code: string, imports: string[] = [], css: string[] = []) => ({
  code,
  modules: [`/project/web/${module}`],
  imports,
  css,
})
const build: Build = {
  files: {
    'main.js': file('app/main.tsx', heavy(10), ['react.js'], ['main.css']),
    'react.js': file('react.ts', heavy(20)),
    'jobs.js': file('jobs.tsx', heavy(30), ['main.js', 'react.js', 'table.js'], ['jobs.css', 'main.css']),
    'table.js': file('table.tsx', heavy(5)),
  },
  css: { 'main.css': heavy(2), 'jobs.css': heavy(3) },
}
// Random bytes do not compress, and half of them take two bytes as UTF-8.
const near = (kB: number) => [kB, kB * 1.4] as const
const expectNear = (figure: number, [least, most]: readonly [number, number]) => {
  expect(figure).toBeGreaterThan(least)
  expect(figure).toBeLessThan(most)
}

test('a first load counts the page, all its imports and their styles', () => {
  const { js, css } = weigh(build, { page: '/', after: [], modules: ['/web/app/main.tsx'], js: 100, css: 10 })
  expectNear(js, near(30))
  expectNear(css, near(2))
})

test('files that are already loaded do not count', () => {
  const { js, css, contents } = weigh(build, {
    page: '/sites',
    after: ['/web/app/main.tsx'],
    modules: ['/web/jobs.tsx'],
    js: 100,
  })
  expectNear(js, near(35))
  expectNear(css, near(3))
  expect(contents).toEqual(['/project/web/jobs.tsx', '/project/web/table.tsx'])
})

test('a prerendered page counts its styles, and only the scripts it loads', () => {
  const { js, css } = weigh(build, {
    page: '/',
    after: [],
    modules: ['/web/table.tsx'],
    styledBy: ['/web/jobs.tsx'],
    js: 9,
  })
  expectNear(js, near(5))
  expectNear(css, near(5))
})

test('too much JS, too much CSS or too much of both together is over budget', () => {
  const page = { page: '/', after: [], modules: ['/web/app/main.tsx'] }
  expect(weigh(build, { ...page, js: 50, css: 4 }).fits).toBe(true)
  expect(weigh(build, { ...page, js: 25, css: 4 }).fits).toBe(false)
  expect(weigh(build, { ...page, js: 50, css: 1 }).fits).toBe(false)
  const together = weigh(build, { ...page, js: 30 })
  expect(together.fits).toBe(false)
  expect(table([together])).toContain('OVER BUDGET')
})

test('a page that is missing from the build is an error rather than weightless', () => {
  expect(() => weigh(build, { page: '/gone', after: [], modules: ['/web/gone.tsx'], js: 1 })).toThrow('/web/gone.tsx')
})
