import { enableCompileCache } from 'node:module'
import { compiledCode } from './process/compiled-code.ts'

// Only what is imported after this is kept.
enableCompileCache(compiledCode)
await import('./run-command.ts')
