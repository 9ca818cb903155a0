import type { ComponentType } from 'react'
import type { PublicPage } from '#web/public/pages.ts'
import { DocsFrame } from './docs-frame.tsx'

type Written = { Guide: ComponentType; sections: readonly { id: string; title: string }[] }

/** The screen of a guide that was written in Markdown. */
export const guideShown =
  (page: PublicPage, { Guide, sections }: Written) =>
  () => (
    <DocsFrame page={page} sections={sections}>
      <Guide />
    </DocsFrame>
  )
