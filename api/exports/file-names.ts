import { filesIn, type WithFiles } from '#core/attachments/files-in.ts'

/** The names of the files of a job or a site, as far as its reader sees them. */
export function fileNames(of: WithFiles = {}): string {
  const { shared, own } = filesIn(of)
  return [...shared, ...own].map(({ name }) => name).join('; ')
}
