import { StrictMode, Suspense } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router'
import { guides, type PublicPage, pages } from './pages.ts'
import { PublicPages, shown } from './public-pages.tsx'

/** Every public page, with the modules that the browser loads for it. */
export const publicPages = shown.map(({ path, modules }) => ({ modules, page: described(path) }))

/** The HTML of a page, as the browser makes it before anybody has touched it: the same tree as in main.tsx. */
export async function markupOf(path: string) {
  const faults: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={path}>
        <Suspense>
          <Routes>
            <Route path="*" element={<PublicPages />} />
          </Routes>
        </Suspense>
      </StaticRouter>
    </StrictMode>,
    { onError: (fault) => void faults.push(fault) },
  )
  const parts: string[] = []
  for await (const part of prelude) parts.push(String(part))
  // Left alone, React would leave what failed to the browser.
  if (faults.length > 0) throw new AggregateError(faults, `${path} could not be rendered: ${faults.join(', ')}`)
  return parts.join('')
}

function described(path: string): PublicPage {
  const page = [...Object.values(pages), ...Object.values(guides)].find((one) => one.path === path)
  if (!page) throw new Error(`Nothing is said of ${path}`)
  return page
}
