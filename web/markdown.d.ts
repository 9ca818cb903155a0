/** A guide of docs/guide, as guides.ts makes it. */
declare module '*.md' {
  import type { ComponentType } from 'react'
  export const sections: readonly { id: string; title: string }[]
  export const Guide: ComponentType
}
