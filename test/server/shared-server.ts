import { startServer, type TestServer } from './server.ts'

let shared: Promise<TestServer> | undefined

/**
 * The one server of this test process, which ends with it. For tests that leave its settings, its clock and its connections
 * alone: each registers its own companies and never closes it.
 */
export const sharedServer = (): Promise<TestServer> => {
  shared ??= startServer()
  return shared
}
