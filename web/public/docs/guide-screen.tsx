import type { Toc } from '@stefanprobst/rehype-extract-toc'
import type { ComponentType } from 'react'
import type { PublicPage } from '#web/public/pages.ts'
import { DocsFrame } from './docs-frame.tsx'

type GuideModule = { default: ComponentType; tableOfContents: Toc }

/** A screen for a guide that was written in Markdown; its contents list the second-level headings. */
export const guideScreen =
  (page: PublicPage, { default: Guide, tableOfContents }: GuideModule) =>
  () => (
    <DocsFrame page={page} sections={tableOfContents.flatMap(({ children = [] }) => children)}>
      <Guide />
    </DocsFrame>
  )
