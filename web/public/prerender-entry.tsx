import { StrictMode, Suspense } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router'
import { guides, type PublicPage, pages } from './pages.ts'
import { PublicPages, shown } from './public-pages.tsx'

/** Every public page, with the modules the browser loads for it. */
export const publicPages = shown.map(({ path, modules }) => ({ modules, page: described(path) }))

/** A page's HTML in its initial state: the same tree as in main.tsx. Throws if anything fails to render. */
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
  // React would otherwise leave failed parts for the browser to render.
  if (faults.length > 0) throw new AggregateError(faults, `${path} could not be rendered: ${faults.join(', ')}`)
  return parts.join('')
}

function described(path: string): PublicPage {
  const page = [...Object.values(pages), ...Object.values(guides)].find((one) => one.path === path)
  if (!page) throw new Error(`${path} has no entry in pages.ts`)
  return page
}
