/** A guide of docs/guide by its file's name, as guides.ts makes it. */
declare module 'guide:*' {
  import type { ComponentType } from 'react'
  export const sections: readonly { id: string; title: string }[]
  export const Guide: ComponentType
}
