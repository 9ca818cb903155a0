/** A guide of docs/guide by its file name; see guides.ts. */
declare module 'guide:*' {
  import type { Toc } from '@stefanprobst/rehype-extract-toc'
  import type { ComponentType } from 'react'

  const Guide: ComponentType

  export default Guide
  export const tableOfContents: Toc
}
