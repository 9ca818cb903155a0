import type { Plugin } from 'vite'

/**
 * Lets the build drop the links and forms of React Router that no screen uses. Their names for React's developer tools, and calls
 * that are not marked as free of effects, would keep them in the first load.
 */
export const unusedLinks = (): Plugin => ({
  name: 'unused-links',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/production\/lib\/.+\.js$/, code: /\.forwardRef\(/ },
    handler: (code) => ({ code: droppable(code), map: null }),
  },
})

/** The module with components that a bundler may drop. */
export const droppable = (code: string) =>
  code.replace(/^\w+\.displayName = "\w+";$/gm, '').replace(/= (\S+\.forwardRef\()/g, '= /* @__PURE__ */ $1')
