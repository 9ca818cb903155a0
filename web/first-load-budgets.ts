import type { Plugin } from 'vite'
import { type Build, type PageLoad, table, weigh } from './first-load.ts'

const shell = ['/web/main.tsx']
const signedIn = [...shell, '/web/signed-in.tsx']
const jobs = [...signedIn, '/web/screens/jobs-screen.tsx']
const week = ['/web/screens/calendar-screen.tsx', '/web/parts/calendar/calendar-week.tsx']

/** What each page may weigh at its first load, in gzip kB; `after` is what has been loaded by then. */
const loads: readonly PageLoad[] = [
  { page: 'landing', after: [], modules: shell, js: 92, css: 6 },
  { page: '/auths after landing', after: shell, modules: ['/web/screens/auths-screen.tsx'], js: 20 },
  { page: '/sites', after: [], modules: jobs, js: 235, css: 40 },
  { page: '/job/:id after /sites', after: jobs, modules: ['/web/screens/job-screen.tsx'], js: 25 },
  { page: '/calendar after /sites', after: jobs, modules: week, js: 42, css: 11 },
]
const signedInOnly = /node_modules\/(@mantine|@tanstack|zod|socket\.io-client)\/|\/web\/(signed-in|theme)\.ts/

/** Fails the build when a page got too heavy, or when a public one loads anything of the signed-in area. */
export const firstLoadBudgets = (): Plugin => ({
  name: 'first-load-budgets',
  apply: 'build',
  writeBundle(_, bundle) {
    const build: Build = { files: {}, css: {} }
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type === 'asset') {
        if (name.endsWith('.css')) build.css[name] = String(file.source)
      } else {
        const css = [...(file.viteMetadata?.importedCss ?? [])]
        build.files[name] = { code: file.code, modules: file.moduleIds, imports: file.imports, css }
      }
    }
    const weights = loads.map((load) => weigh(build, load))
    console.log(`\n${table(weights)}\n`)
    const leaked = weights
      .filter(({ most }) => !most.modules.includes('/web/signed-in.tsx'))
      .filter(({ most }) => !most.after.includes('/web/signed-in.tsx'))
      .flatMap(({ page, has }) =>
        has.filter((module) => signedInOnly.test(module)).map((module) => `${page}: ${module}`),
      )
    if (leaked.length > 0) this.error(`Public pages load code of the signed-in area:\n${leaked.join('\n')}`)
    if (weights.some(({ fits }) => !fits)) this.error('A page is heavier at its first load than its budget allows.')
  },
})
