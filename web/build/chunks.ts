import type { Rolldown } from 'vite'

const publicScreens = /\/web\/public\/.+\.tsx$/

/**
 * How scripts are split. Whatever a page adds to the pages before it comes as one file with all its imports: many small files
 * compress worse, and each is listed in every preload list. The first matching group takes a module; the rest is split by the
 * screens that use it.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  // Read-only pages load this and nothing else.
  { name: 'color-scheme', test: /\/web\/style\/color-scheme\.ts$/ },
  { name: 'shell', test: /\/web\/app\/main\.tsx$/ },
  // Each public page gets its own code, and nothing that only the signed-in area needs.
  { name: 'public', test: publicScreens, entriesAware: true },
  { name: 'signed-in', test: /\/web\/app\/signed-in\.tsx$/ },
  // The first screen after signing in. Other screens share its fields, buttons and badges.
  { name: 'jobs', test: /\/web\/screens\/jobs\/jobs-screen\.tsx$/ },
  // Its controls follow it at once; dialogs and other screens share their fields and menus.
  { name: 'controls', test: /\/web\/screens\/jobs\/(filters|sort-select)\.tsx$/ },
  // Whatever gives commands shares the rules that decide on them, and the schemas.
  { name: 'rules', test: /\/web\/sync\/ledger\/dispatch\.ts$/ },
  { name: 'dialogs', test: /\/web\/ui\/dialogs\/form-dialog\.tsx$/ },
]

/** Chunks shared by public pages are named after all of them; the first word is enough. */
const short = (name: string) => name.replace(/~.*/, '')

/**
 * The scripts that a chunk preloads together with one that it imports later. The first screen's chunks list style sheets only:
 * what they import comes once the screen shows, and their lists of scripts were a thirtieth of its load.
 */
export function preloadedWith(deps: string[], { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' }) {
  const isOfFirstScreen = hostType === 'js' && /\/(signed-in|jobs)-/.test(hostId)
  return isOfFirstScreen ? deps.filter((name) => name.endsWith('.css')) : deps
}

export const chunks: Rolldown.OutputOptions = {
  codeSplitting: { groups },
  chunkFileNames: ({ name }) => `static/${short(name)}-[hash].js`,
  assetFileNames: ({ names: [name = ''] }) => `static/${name.includes('~') ? short(name) : '[name]'}-[hash][extname]`,
}
