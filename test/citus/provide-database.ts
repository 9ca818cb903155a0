import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of a database with Citus, which the tests empty. */
    citusUrl: string
  }
}

/** Provides the database of FETTLE_CITUS_URL. Without one nothing is tested, which is a failure and not a skip. */
export default function citus(project: TestProject) {
  const { FETTLE_CITUS_URL: url } = process.env
  if (!url)
    throw new Error(
      'NOT RUN: nothing was tested on Citus. Set FETTLE_CITUS_URL to the address, as its owner, of a database with Citus and workers whose tables may be deleted.',
    )
  project.provide('citusUrl', url)
}
