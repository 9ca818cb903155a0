import type { Rolldown } from 'vite'
import type { Build } from './first-load.ts'

/** The scripts and style sheets written by a build. */
export function builtFiles(bundle: Rolldown.OutputBundle): Build {
  const build: Build = { files: {}, css: {} }
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'asset') {
      if (name.endsWith('.css')) build.css[name] = String(file.source)
    } else {
      const css = [...(file.viteMetadata?.importedCss ?? [])]
      build.files[name] = { code: file.code, modules: file.moduleIds, imports: file.imports, css }
    }
  }
  return build
}
