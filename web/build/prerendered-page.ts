import type { PublicPage } from '#web/public/pages.ts'

/** The files that a page needs: its style sheets, and the scripts that React has for it or the one that all others have. */
export type PageFiles = { styles: readonly string[]; scripts: readonly string[] }

/** How the addresses of a shared link's pictures start until api/server/static.ts knows where the product is. */
const socialCard = '/social-card.png'

/** The built index.html, filled with a page, with what is said of it, and with the files that it will need. */
export function prerenderedPage(template: string, page: PublicPage, markup: string, files: PageFiles) {
  const title = escaped(page.title)
  const description = escaped(page.description)
  const frame = page.live ? template : template.replace(filesOfReact, '')
  const missing = (names: readonly string[]) => names.filter((file) => !frame.includes(`/${file}"`))
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
    ...missing(files.styles).map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...missing(files.scripts).map((file) =>
      page.live
        ? `<link rel="modulepreload" crossorigin href="/${file}" />`
        : `<script type="module" crossorigin src="/${file}"></script>`,
    ),
  ]
  return replaced(
    frame,
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/<meta name="description"[^>]*>/, `<meta name="description" content="${description}" />`],
    ['</head>', `  ${head.join('\n    ')}\n  </head>`],
    // React puts a title that it finds in a page in front of it; ours stands in the head.
    ['<div id="root"></div>', `<div id="root">${markup.replace(/<title>[^<]*<\/title>/, '')}</div>`],
  )
}

const filesOfReact = / *<(script type="module"[^>]*><\/script|link rel="(modulepreload|stylesheet)"[^>]*)>\n/g

/** The file of a page, below the folder of the pages. '/docs/admin' is docs/admin.html. */
export const fileOf = (path: string) => (path === '/' ? '_landing.html' : `${path.slice(1)}.html`)

function replaced(text: string, ...changes: readonly [what: string | RegExp, by: string][]) {
  return changes.reduce((changed, [what, by]) => {
    if (changed.search(what) < 0) throw new Error(`index.html has no ${what}`)
    return changed.replace(what, () => by)
  }, text)
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
