import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Builds the screens for browser tests if they were never built or have changed since. A run does it once, before all files. */
export async function builtWeb() {
  // A separate process: the test runner's NODE_ENV would make it a development build.
  await promisify(execFile)(process.execPath, ['cli/commands/build-web.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

export { builtWeb as setup }
