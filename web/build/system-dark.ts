import type { Plugin } from 'vite'

const dark = /\[data-mantine-color-scheme="dark"\] \{([^}]*)\}/

/**
 * The dark tokens for a document that no script has touched yet, or ever will: they follow the system. tokens.css says them
 * once.
 */
export const systemDark = (): Plugin => ({
  name: 'system-dark',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/web/style/tokens.css')) return undefined
    const [, tokens] = dark.exec(code) ?? []
    if (!tokens) this.error('tokens.css has no dark tokens')
    const untouched = `:root:not([data-mantine-color-scheme]) {${tokens}}`
    return { code: `${code}\n@media (prefers-color-scheme: dark) { ${untouched} }`, map: null }
  },
})
