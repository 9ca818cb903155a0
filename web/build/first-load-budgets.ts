import type { Plugin } from 'vite'
import { builtFiles } from './built-files.ts'
import { type PageLoad, table, weigh } from './first-load.ts'

const shell = ['/web/app/main.tsx', '/web/public/public-pages.tsx']
const signedIn = ['/web/app/main.tsx', '/web/app/signed-in.tsx']
const jobs = [...signedIn, '/web/screens/jobs/jobs-screen.tsx']
/** What `/sites` loads once it shows: the controls above its list, the selection of its rows, the rules for commands, the connection for pushes and the toasts. */
const settled = [
  '/web/screens/jobs/filters/filters.tsx',
  '/web/screens/jobs/sort-select.tsx',
  '/web/screens/jobs/dashboard-filter-chip.tsx',
  '/web/screens/jobs/selection/selection-layer.tsx',
  '/web/sync/ledger/dispatch.ts',
  '/web/sync/connection/listen.ts',
  '/web/frame/place-count.tsx',
  '/web/features/notifications/bell.tsx',
  '/web/frame/toasts.tsx',
  '/web/frame/toast-keys.ts',
  '/web/app/after-page.tsx',
  '/web/features/offline/storage/forgetful-dialog.tsx',
  '/web/features/palette/palette-host.tsx',
  '/web/features/update/new-build.ts',
  '/web/features/plan/plan-line.tsx',
]
const desktopTable = '/web/screens/jobs/table.tsx'
const afterJobs = [...jobs, desktopTable, ...settled]
const week = ['/web/screens/calendar/calendar-screen.tsx', '/web/screens/calendar/week/calendar-week.tsx']
const board = ['/web/screens/calendar/calendar-screen.tsx', '/web/screens/calendar/board/people-board.tsx']

/** Other signed-in pages: the names of their screens. */
const others = {
  '/day': 'day',
  '/todo': 'todo',
  '/notifications': 'notifications',
  '/parts': 'parts',
  '/recurring-work': 'recurring',
  '/reports': 'reports',
  '/connections': 'connections',
  '/team': 'team',
  '/dashboard': 'dashboard',
  '/waiting': 'waiting',
  '/subscription': 'subscription',
  '/subscription/success': 'subscription-success',
}
const withoutOwnBudget = ([page, name]: [string, string]): PageLoad => ({
  page: `${page} after /sites`,
  after: afterJobs,
  modules: [`/web/screens/${name.replace(/-success$/, '')}/${name}-screen.tsx`],
  js: 10,
})

const screen = (name: string, folder = name) => [`/web/public/${folder}/${name}-screen.tsx`]
const styled = (name: string, folder = name) => ['/web/app/main.tsx', ...screen(name, folder)]

/** The budget for each page's first load, in gzip kB; `after` lists what is already loaded by then. */
const loads: readonly PageLoad[] = [
  // Read-only pages have one small script; React is loaded only by interactive ones.
  { page: 'landing', after: [], modules: ['/web/style/scheme.ts'], styledBy: styled('landing'), js: 2, css: 6 },
  { page: '/docs/...', after: [], modules: ['/web/style/scheme.ts'], styledBy: styled('docs'), js: 2, css: 6 },
  {
    page: '/privacy',
    after: [],
    modules: ['/web/style/scheme.ts'],
    styledBy: styled('privacy', 'legal'),
    js: 2,
    css: 6,
  },
  { page: '/auths', after: [], modules: [...shell, '/web/public/sign-in/auths-screen.tsx'], js: 92 + 6 + 20 },
  { page: '/pricing', after: [], modules: [...shell, ...screen('pricing')], js: 92 + 6 + 20 },
  { page: '/faq', after: [], modules: [...shell, ...screen('faq')], js: 92 + 6 + 20 },
  { page: '/contact', after: [], modules: [...shell, ...screen('contact')], js: 92 + 6 + 20 },
  { page: '/verify', after: [], modules: [...shell, ...screen('verify')], js: 92 + 6 + 20 },
  { page: '/sites on a phone', after: [], modules: jobs, js: 152.3, css: 40 },
  // The address book is in the menu, and its events are known to the rules of erasure: 0.6 kB. The folds and rules
  // of deadlines take another 2.6 once it shows, their place in the menu 0.3 before, and their count in the menu and names that screens share 1 more.
  // The events of recurring work are known to the rules of the ledger and of erasure, 1.1, and it is in the menu, 0.4. Saved views are
  // read and folded before an address that names one can show its list: 0.9; the table has its columns by name, to choose from: 1.8;
  // and the views with the button that saves one follow it: 5.9 with what they share with other menus.
  // The events of the logo are known to the rules of the ledger and of erasure, and a file is sent as it is: 0.3.
  // Views are counted, and counted again when a job is pushed; those that fit are shown: 0.3, and 0.2 before in what the screen asks for.
  // Connections are a place of the menu, with its icon and its screen: 0.1.
  // The list of notifications is in the menu and has an address, and the bell has its place: 0.3.
  // The office exports from a menu that loads after the list, with invoices for accounting programs: 0.1.
  // What a tenant does is known as their role's: 0.1. A view that is being moved is shown in one list: 0.1.
  // The calls of API keys have a path beside all others: under 0.1. A push that is tapped opens its page in the open window: 0.1.
  // The events of reports are known to the rules of the ledger and of erasure, and they are a place of the menu: 0.3.
  // That somebody is on the way is known to the rules of the ledger and of erasure: 0.2 on both. The daily email's link has a path beside all others: under 0.1.
  { page: '/sites on a desktop', after: [], modules: [...jobs, desktopTable], js: 154.9, css: 40 },
  // The rules for commands know what invoices are made with, and check VAT numbers: 0.6.
  // The bell and its count, which is pushed: 1.3. What opens under it is loaded when the pointer is at it, or it opens.
  // A job is folded with the links to its tenant's page, and with what is done by them: 0.9.
  // The rules for commands know the kinds of news, how people are told of them, and their names: 1.1.
  // The rules for commands decide on reports, and fold them: 0.7.
  // A job's and a site's reads share their keys, comments name people, and the bell knows the day ahead: 0.3.
  // Who is on the way is decided and folded, until they have come: 0.8.
  // What is read on a job is read everywhere and closed on a lock screen, and deadlines that are near are a kind of news: 0.9.
  // What tenants are told by rule is set, and a link knows what it was sent with: 0.4.
  // Tenants are told by two ways, and a link knows which text it was sent with: 0.2.
  // The rules for commands know evidence packs that are sent by email, and older news is closed on a lock screen too: 0.1.
  // The rules for commands know the VAT of one invoice: 0.4.
  // Emails that failed are a kind of news, and the rules for commands know them: 0.3.
  // What a search has found is marked in the address book as in the palette: 0.1.
  // Answers that are not Fettle's own are told apart, and changes that the server fails on hold up no photos: 0.3.
  // Searches of other lists apply as they are typed, and tell how many they found: 0.2.
  // What is pushed is applied by code that comes with the connection: 0.3. The code that sends a photo loads when there is one.
  { page: '/sites once it shows', after: jobs, modules: settled, js: 154.8 },
  // A job's history knows the events of reports: 0.1.
  // The visit of today has a place for being on the way, which loads after: 0.2.
  { page: '/job/:id after /sites', after: afterJobs, modules: ['/web/screens/job/job-screen.tsx'], js: 26.5 },
  // Visits that are booked or moved to other people on this device show at once in the week too, a phone has it by person, and a visit leads to its site.
  { page: '/calendar after /sites', after: afterJobs, modules: week, js: 14.8, css: 4 },
  { page: '/calendar by person after /sites', after: afterJobs, modules: board, js: 27, css: 6 },
  // The rules of the law and the bank holidays that its working days leave out come with it.
  {
    page: '/deadlines after /sites',
    after: afterJobs,
    modules: ['/web/screens/deadlines/deadlines-screen.tsx'],
    js: 11,
  },
  // So they do with the address book, which marks deadlines that are near or late; on a phone it asks for what is near: 0.6.
  {
    page: '/address-book after /sites',
    after: afterJobs,
    modules: ['/web/screens/address-book/address-book-screen.tsx'],
    js: 12.3,
  },
  // The location of a site has its place, and Directions leads there: 0.2.
  { page: '/site/:siteId after /sites', after: afterJobs, modules: ['/web/screens/site/site-screen.tsx'], js: 10.3 },
  { page: '/history after /sites', after: afterJobs, modules: ['/web/screens/history/history-screen.tsx'], js: 22 },
  {
    page: '/projections after /sites',
    after: afterJobs,
    modules: ['/web/screens/projections/projections-screen.tsx'],
    js: 23,
  },
  // Counts of one are singular: under 0.1.
  { page: '/import after /sites', after: afterJobs, modules: ['/web/screens/import/import-screen.tsx'], js: 10.1 },
  // The office turns its morning list on among the preferences: 0.6. Notifications have a page of their own, which loads when it opens: 0.3.
  { page: '/profile after /sites', after: afterJobs, modules: ['/web/screens/profile/profile-screen.tsx'], js: 11 },
  ...Object.entries(others).map(withoutOwnBudget),
]
const signedInOnly =
  /node_modules\/(@mantine|@tanstack|zod|socket\.io-client)\/|\/web\/(app\/signed-in|style\/theme)\.ts/

/** Fails the build if a page exceeds its budget, or if a public page loads code of the signed-in area. */
export const firstLoadBudgets = (): Plugin => ({
  name: 'first-load-budgets',
  apply: 'build',
  writeBundle(_, bundle) {
    const build = builtFiles(bundle)
    const weights = loads.map((load) => weigh(build, load))
    console.log(`\n${table(weights)}\n`)
    const leaked = weights
      .filter(({ load }) => !load.modules.includes('/web/app/signed-in.tsx'))
      .filter(({ load }) => !load.after.includes('/web/app/signed-in.tsx'))
      .flatMap(({ page, contents }) =>
        contents.filter((module) => signedInOnly.test(module)).map((module) => `${page}: ${module}`),
      )
    if (leaked.length > 0) this.error(`Public pages load code of the signed-in area:\n${leaked.join('\n')}`)
    if (weights.some(({ fits }) => !fits)) this.error('A page exceeds its first-load budget.')
  },
})
