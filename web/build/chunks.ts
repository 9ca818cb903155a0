import type { Rolldown } from 'vite'

const publicScreens = /\/web\/public\/.+\.tsx$/

/**
 * How the scripts are divided. What a page needs, and no page before it, comes as one file with all that it imports: many
 * small ones pack worse, and each is named in every list of what to load ahead. A module is in the first of these that can
 * have it; what none of them has is divided by the screens that need it.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  // Pages without anything to do on them have this and nothing else.
  { name: 'color-scheme', test: /\/web\/style\/color-scheme\.ts$/ },
  { name: 'shell', test: /\/web\/app\/main\.tsx$/ },
  // Each public page has what it needs itself, and nothing that only the signed-in area needs.
  { name: 'public', test: publicScreens, entriesAware: true },
  { name: 'signed-in', test: /\/web\/app\/signed-in\.tsx$/ },
  // Where people begin. Its fields, buttons and marks are those of the other screens too.
  { name: 'jobs', test: /\/web\/screens\/jobs\/jobs-screen\.tsx$/ },
]

/** What public pages share is named after all of them; the first word is enough. */
const short = (name: string) => name.replace(/~.*/, '')

export const chunks: Rolldown.OutputOptions = {
  codeSplitting: { groups },
  chunkFileNames: ({ name }) => `static/${short(name)}-[hash].js`,
  assetFileNames: ({ names: [name = ''] }) => `static/${name.includes('~') ? short(name) : '[name]'}-[hash][extname]`,
}
