import { unhydrated } from '#core/wire/pages/unhydrated.ts'
import type { PublicPage } from '#web/public/pages.ts'

/** The style sheets and scripts of a page: React's for an interactive page, one small script for a read-only one. */
export type PageFiles = { styles: readonly string[]; scripts: readonly string[] }

/** Relative until api/server/static.ts, which knows the public address, makes it absolute. */
const socialCard = '/social-card.png'

/**
 * The built index.html with a page's markup, title, description and files. React does not render the whole document: ids from
 * `useId` would then differ from those of the browser, which hydrates only #root.
 */
export function prerenderedPage(template: string, page: PublicPage, markup: string, files: PageFiles) {
  const title = escaped(page.title)
  const description = escaped(page.description)
  const base = page.live ? template : template.replace(reactFiles, '')
  const missing = (names: readonly string[]) => names.filter((file) => !base.includes(`/${file}"`))
  const head = [
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Fettle" />`,
    `<meta property="og:locale" content="en_GB" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:image" content="${socialCard}" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta property="og:image:alt" content="Fettle: every job in fine fettle." />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
    ...(page.live ? [`<link rel="expect" blocking="render" href="#${pageEnd}" />`] : []),
    ...missing(files.styles).map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...missing(files.scripts).map((file) =>
      page.live
        ? `<link rel="modulepreload" crossorigin href="/${file}" />`
        : `<script type="module" crossorigin src="/${file}"></script>`,
    ),
  ]
  return replaced(
    base,
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/<meta name="description"[^>]*>/, `<meta name="description" content="${description}" />`],
    ['</head>', `  ${head.join('\n    ')}\n  </head>`],
    // React puts the page's title in front of its markup; the head already has it.
    [
      '<div id="root"></div>',
      `<div id="root"${page.live ? ` ${unhydrated}` : ''}>${markup.replace(/<title>[^<]*<\/title>/, '')}</div>${page.live ? end : ''}`,
    ],
  )
}

/**
 * The element behind a page's markup. An interactive page is not drawn before it: such pages have a form in the middle of the window,
 * which would move with each piece of the markup that arrives.
 */
const pageEnd = 'page-end'
const end = `<div id="${pageEnd}" hidden></div>`

const reactFiles = / *<(script type="module"[^>]*><\/script|link rel="(modulepreload|stylesheet)"[^>]*)>\n/g

/** A page's file within the `pages` folder: '/docs/admin' is docs/admin.html. */
export const fileOf = (path: string) => (path === '/' ? '_landing.html' : `${path.slice(1)}.html`)

function replaced(text: string, ...changes: readonly [what: string | RegExp, by: string][]) {
  return changes.reduce((changed, [what, by]) => {
    if (changed.search(what) < 0) throw new Error(`index.html has no ${what}`)
    return changed.replace(what, () => by)
  }, text)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
