import type { Plugin } from 'vite'
import { paths } from '#core/wire/paths.ts'

/**
 * Writes the server's paths where the screens name them, so that a script has those that it asks for: as one object, all hundred
 * of them were a kilobyte of the first load.
 */
export const inlinePaths = (): Plugin => ({
  name: 'inline-paths',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.+\.tsx?$/, code: /\/wire\/paths\.ts'/ },
    handler: (code) => ({ code: withPaths(code), map: null }),
  },
})

/** The code with each `paths.name` as the path itself. Throws if there is no such path. */
export const withPaths = (code: string) =>
  code.replace(/(?<!\/)\bpaths\.(\w+)/g, (_, name: string) => {
    if (!isPath(name)) throw new Error(`The server has no path named ${name}`)
    return JSON.stringify(paths[name])
  })

const isPath = (name: string): name is keyof typeof paths => Object.hasOwn(paths, name)
